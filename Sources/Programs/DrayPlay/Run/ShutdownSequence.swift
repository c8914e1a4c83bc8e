// SPDX-License-Identifier: MIT

import Glibc
import HeadlessDesktop

/// Ends programs gracefully: their windows are closed, then they are sent SIGTERM, then SIGKILL. Programs without
/// windows are sent SIGTERM immediately.
///
/// | state    | leads to                                                                             |
/// |----------|--------------------------------------------------------------------------------------|
/// | closing  | ended; asked, when its windows are closed for a while or at the timeout              |
/// | asked    | ended; killed, at the timeout                                                        |
/// | killed   | ended                                                                                |
/// | ended    |                                                                                      |
final class ShutdownSequence {
    struct Client {
        let process: ClientProcess
        /// The timeout for each of the two requests.
        let timeout: Duration
        /// Whether it is stopped by a signal, so that it must be continued first.
        let isStopped: Bool
    }

    /// Notes for the user: which clients did not exit on request, and the timeout.
    private(set) var notes: [String] = []

    private var guests: [Guest]

    private struct Guest {
        let client: Client
        var state: State
    }

    private enum State {
        /// Its windows were asked to close.
        /// - `gone`: The time since when it has no window.
        case closing(until: Duration, gone: Duration?)
        /// It was sent SIGTERM.
        case asked(until: Duration)
        case killed
        case ended

        var isEnded: Bool {
            switch self {
            case .ended: true
            case .closing, .asked, .killed: false
            }
        }

        /// Whether the sequence is complete.
        var isOver: Bool {
            switch self {
            case .ended, .killed: true
            case .closing, .asked: false
            }
        }
    }

    /// The time that a program gets to exit after its last window is closed. Many do so immediately, some never.
    private static let windowless = Duration.milliseconds(300)

    init(clients: [Client]) {
        guests = clients.map { Guest(client: $0, state: .ended) }
    }

    /// - Parameters:
    ///   - windows: Returns the windows of a client, the topmost last.
    ///   - serve: Serves clients for some milliseconds.
    ///   - isToHurry: Returns true when all clients are to be killed immediately.
    func play(windows: (String) -> [Window], serve: () -> Void, isToHurry: () -> Bool) {
        for index in guests.indices { begin(&guests[index], windows) }
        while guests.contains(where: { !$0.state.isOver }) {
            if isToHurry() { break }
            serve()
            for index in guests.indices { look(at: &guests[index], windows) }
        }
        for index in guests.indices where !guests[index].state.isEnded { kill(&guests[index]) }
        // Killed processes end within microseconds, but there is no notification.
        let end = ContinuousTime.now + .seconds(5)
        while ContinuousTime.now < end, guests.contains(where: { !hasEnded($0) }) { poll(nil, 0, 1) }
    }

    private func begin(_ guest: inout Guest, _ windows: (String) -> [Window]) {
        guard !hasEnded(guest) else { return }
        let process = guest.client.process
        let open = guest.client.isStopped ? [] : windows(process.name)
        guard !open.isEmpty else { return ask(&guest) }
        // A dialog is closed before its parent window.
        for window in open.reversed() { window.close() }
        guest.state = .closing(until: ContinuousTime.now + guest.client.timeout, gone: nil)
    }

    private func look(at guest: inout Guest, _ windows: (String) -> [Window]) {
        guard !guest.state.isEnded else { return }
        if hasEnded(guest) { return guest.state = .ended }
        let now = ContinuousTime.now
        let name = guest.client.process.name
        switch guest.state {
        case .closing(let end, let gone):
            let since = windows(name).isEmpty ? gone ?? now : nil
            if let since, now - since >= Self.windowless { return ask(&guest) }
            guard now >= end else { return guest.state = .closing(until: end, gone: since) }
            notes.append("\(name) did not end within \(guest.client.timeout) after its windows were closed")
            ask(&guest)
        case .asked(let end):
            guard now >= end else { return }
            notes.append("\(name) did not end within \(guest.client.timeout) after SIGTERM, and was killed")
            kill(&guest)
        case .killed, .ended: break
        }
    }

    private func ask(_ guest: inout Guest) {
        guest.client.process.send(signal: SIGTERM)
        guest.client.process.send(signal: SIGCONT)
        guest.state = .asked(until: ContinuousTime.now + guest.client.timeout)
    }

    private func kill(_ guest: inout Guest) {
        guest.client.process.send(signal: SIGKILL)
        guest.state = .killed
    }

    private func hasEnded(_ guest: Guest) -> Bool {
        guest.client.process.reap()
        return guest.client.process.state != .running
    }
}
