// SPDX-License-Identifier: MIT

package import DrayCore
import DrayReport
package import DrayScenario
import Glibc
import HeadlessDesktop
import WaylandServer

// Converts a scenario's values to those of the modules that execute it.

extension Point {
    init(_ point: ScreenPoint) { self.init(x: point.x, y: point.y) }
}

extension Duration {
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(seconds, 0)) * 1_000_000 + UInt64(max(attoseconds, 0)) / 1_000_000_000_000
    }
}

/// Real time, for everything outside of the compositor.
enum ContinuousTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Client.Match {
    func holds(for window: Window) -> Bool {
        switch self {
        case .title(let title): title.holds(for: window.title)
        case .appID(let appID): window.appID == appID
        case .both(let title, let appID): title.holds(for: window.title) && window.appID == appID
        }
    }
}

extension PointerAction.Button {
    /// The code in `linux/input-event-codes.h`.
    package var code: UInt32 {
        switch self {
        case .left: 0x110
        case .right: 0x111
        case .middle: 0x112
        case .back: 0x116
        case .forward: 0x115
        }
    }
}

extension InputEvent.Scroll {
    init(_ scroll: PointerAction.Scroll) {
        func amount(_ points: Double) -> Amount? {
            // One detent of a common wheel is 15 logical pixels, or 120 in high-resolution units.
            points == 0 ? nil : Amount(points: points, v120: scroll.source == .wheel ? points * 8 : 0)
        }
        self.init(
            source: scroll.source == .wheel ? .wheel : .finger, horizontal: amount(scroll.x), vertical: amount(scroll.y)
        )
    }
}

extension Modifier {
    /// The name of the key that produces the modifier.
    var keyName: String {
        switch self {
        case .shift: "Shift_L"
        case .ctrl: "Control_L"
        case .alt: "Alt_L"
        case .logo: "Super_L"
        }
    }
}

extension Modifiers {
    package init(_ modifiers: Set<Modifier>) {
        self = modifiers.reduce(into: []) { result, modifier in
            switch modifier {
            case .shift: result.insert(.shift)
            case .ctrl: result.insert(.control)
            case .alt: result.insert(.alt)
            case .logo: result.insert(.logo)
            }
        }
    }
}

extension Kill.Signal {
    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .kill: SIGKILL
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        case .quit: SIGQUIT
        case .abort: SIGABRT
        case .segmentationFault: SIGSEGV
        case .busError: SIGBUS
        case .arithmetic: SIGFPE
        case .illegalInstruction: SIGILL
        case .trap: SIGTRAP
        case .brokenPipe: SIGPIPE
        case .stop: SIGSTOP
        case .continue: SIGCONT
        }
    }

    /// "SIGSEGV", or the number for other signals.
    static func name(of number: Int32) -> String {
        allCases.first { $0.number == number }.map { "SIG\($0.rawValue)" } ?? "signal \(number)"
    }
}

extension TraceEvent.Output.Stream {
    init(_ stream: ClientStream) {
        switch stream {
        case .standardOutput: self = .stdout
        case .standardError: self = .stderr
        }
    }
}

extension TraceEvent.Message {
    /// - Parameter stamps: The replacements for arguments that are time stamps, by index.
    init(_ message: LoggedMessage, client: String, stamps: [Int: String]) {
        // Only the compositor knows the names of shell objects.
        let names =
            message.arguments.first?.name == "0"
            ? HeadlessCompositor.argumentNames(interface: message.interface, message: message.name) : []
        self.init(
            client: client, direction: message.direction == .request ? .request : .event,
            interface: message.interface, object: message.objectID, name: message.name,
            arguments: message.arguments.enumerated().map { index, argument in
                Argument(
                    name: names.indices.contains(index) ? names[index] : argument.name,
                    value: stamps[index] ?? Self.unquoted(argument.value))
            })
    }

    /// Removes quotation marks, because reports add their own.
    private static func unquoted(_ value: String) -> String {
        value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            ? String(value.dropFirst().dropLast()) : value
    }
}
