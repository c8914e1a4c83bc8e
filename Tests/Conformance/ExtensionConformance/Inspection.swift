// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandClient

/// Checks a compositor's implementation of `dray_drag_v1` from outside, by ordinary clients.
public struct Inspection {
    /// The version that the compositor offers.
    public let version: UInt32
    private let display: String?
    private let hand: (any Hand)?

    /// The reason why no check can be made.
    public enum Failure: Error, CustomStringConvertible {
        case unreachable(String)
        case notOffered([String])

        public var description: String {
            switch self {
            case .unreachable(let reason): reason
            case .notOffered(let globals):
                "the compositor does not offer dray_drag_manager_v1; it offers \(globals.joined(separator: ", "))"
            }
        }
    }

    /// - Parameters:
    ///   - display: the name of the compositor's socket; nil for `WAYLAND_DISPLAY`.
    ///   - hand: moves the pointer; nil to skip checks that need a drag.
    public init(display: String?, hand: (any Hand)?) throws(Failure) {
        let globals: [GlobalList.Entry]
        do throws(Connection.Failure) {
            let connection = try Connection(to: display)
            let list = GlobalList(connection)
            try connection.roundtrip()
            globals = list.entries
        } catch {
            throw .unreachable(error.description)
        }
        guard let entry = globals.first(where: { $0.interface == "dray_drag_manager_v1" }) else {
            throw .notOffered(globals.map(\.interface))
        }
        version = entry.version
        self.display = display
        self.hand = hand
        // Writing to a closed connection must not end this process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Runs one check with its own clients.
    public func look(at promise: ConformanceCheck) -> Finding {
        if promise.needsHand, hand == nil { return .notLookedAt("no pointer input") }
        do {
            let stage = try Stage(display: display, hand: hand)
            defer { stage.end() }
            try promise.check(stage)
            return .kept
        } catch let broken as Broken {
            return .broken(broken.reason)
        } catch let missing as NotSeen {
            return .notLookedAt(missing.reason)
        } catch let missing as NoHand {
            return .notLookedAt(missing.description)
        } catch {
            return .broken("\(error)")
        }
    }
}
