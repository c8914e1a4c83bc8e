// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandClient

/// Looks at a compositor from outside, by clients alone: what does it keep of what `dray_drag_v1` promises?
public struct Inspection {
    /// The version that the compositor offers.
    public let version: UInt32
    private let display: String?
    private let hand: (any Hand)?

    /// Why there is nothing to look at.
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
    ///   - display: the name of the compositor's socket; nil for that of `WAYLAND_DISPLAY`.
    ///   - hand: who drags; nil if nobody does, and what needs a drag is not looked at.
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
        // A program that is disconnected goes on writing.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Looks at one promise, with programs of its own.
    public func look(at promise: Promise) -> Finding {
        if promise.needsHand, hand == nil { return .notLookedAt("nobody moves the pointer") }
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
