// SPDX-License-Identifier: MIT

import CSocket
package import DrayCore
import Glibc

/// A report from the process that serves a client to the main process. Each report is one packet.
package struct ProxyReport: Equatable, Sendable {
    package var client: SharedDragTable.Client
    /// The name of the client's program.
    package var name: String
    /// The id of the client's process when it connected; 0 if the kernel did not provide it.
    package var process: Int32
    /// The time in microseconds of `CLOCK_MONOTONIC`.
    package var time: UInt64
    package var event: Event

    package enum Event: Equatable, Sendable {
        case message(SpokenMessage)
        /// A text for the user.
        case note(String)
        /// The client's command line and working directory; sent first if messages are reported.
        case started(command: [String], directory: String)
        case picked(WindowPlace?)
        case dropped(WindowPlace?)
        /// The client's drag ended with this action, or without one.
        case dragEnded(DragAction?)
        case step(DragStep)
        /// The client has disconnected. The reason is nil unless the proxy has disconnected it.
        case ended(String?)
    }

    package init(client: SharedDragTable.Client, name: String, process: Int32 = 0, time: UInt64, event: Event) {
        self.client = client
        self.name = name
        self.process = process
        self.time = time
        self.event = event
    }

    /// The separator between the parts of a packet. Texts cannot contain it, since control characters are escaped.
    private static let separator: UInt8 = 0x1f

    package var packet: [UInt8] {
        var parts = ["\(client)", Self.cleaned(name), "\(process)", "\(time)"]
        switch event {
        case .message(let message):
            parts += ["message", message.direction.rawValue, message.interface, "\(message.object)", message.name]
            parts += message.arguments.flatMap { [$0.name, $0.value] }
        case .note(let words): parts += ["note", words]
        case .started(let command, let directory): parts += ["started", directory] + command
        case .picked(let place): parts += ["picked"] + Self.parts(of: place)
        case .dropped(let place): parts += ["dropped"] + Self.parts(of: place)
        case .dragEnded(let action): parts += ["drag-ended", "\(action?.rawValue ?? 0)"]
        case .step(let step): parts += ["step"] + step.parts
        case .ended(let reason): parts += ["ended"] + (reason.map { [$0] } ?? [])
        }
        return Array(parts.map { Array(Self.cleaned($0).utf8) }.joined(separator: [Self.separator]))
    }

    package init?(packet: [UInt8]) {
        let parts = packet.split(separator: Self.separator, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count >= 5, let client = SharedDragTable.Client(parts[0]), let process = Int32(parts[2]),
            let time = UInt64(parts[3])
        else { return nil }
        let rest = Array(parts[5...])
        switch parts[4] {
        case "message":
            guard let message = SpokenMessage(parts: rest) else { return nil }
            event = .message(message)
        case "note":
            guard rest.count == 1 else { return nil }
            event = .note(rest[0])
        case "started":
            guard let directory = rest.first else { return nil }
            event = .started(command: Array(rest.dropFirst()), directory: directory)
        case "picked": event = .picked(Self.place(of: rest))
        case "dropped": event = .dropped(Self.place(of: rest))
        case "drag-ended": event = .dragEnded(rest.first.flatMap { UInt32($0) }.flatMap(DragAction.init))
        case "step":
            guard let step = DragStep(parts: rest) else { return nil }
            event = .step(step)
        case "ended": event = .ended(rest.first)
        case _: return nil
        }
        self.client = client
        name = parts[1]
        self.process = process
        self.time = time
    }

    private static func parts(of place: WindowPlace?) -> [String] {
        place.map { [$0.title, $0.appID] + [$0.x, $0.y, $0.size.width, $0.size.height].map { "\($0)" } } ?? []
    }

    private static func place(of parts: [String]) -> WindowPlace? {
        let numbers = parts.dropFirst(2).compactMap { Double($0) }
        guard parts.count == 6, numbers.count == 4 else { return nil }
        return WindowPlace(
            title: parts[0], appID: parts[1], x: numbers[0], y: numbers[1],
            size: Size(width: numbers[2], height: numbers[3]))
    }

    private static func cleaned(_ text: String) -> String { VisibleText.singleLine(text) }

    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}

extension SpokenMessage {
    fileprivate init?(parts: [String]) {
        guard parts.count >= 4, parts.count.isMultiple(of: 2), let direction = Direction(rawValue: parts[0]),
            let object = UInt32(parts[2])
        else { return nil }
        let arguments = stride(from: 4, to: parts.count, by: 2).map { Argument(name: parts[$0], value: parts[$0 + 1]) }
        self.init(
            direction: direction, interface: parts[1], object: object, name: parts[3], arguments: arguments)
    }
}
