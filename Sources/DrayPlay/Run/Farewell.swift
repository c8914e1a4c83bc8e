// SPDX-License-Identifier: MIT

import Glibc
import HeadlessDesktop

/// Ends programs as a person would: their windows are closed, then they are asked by SIGTERM, then killed. Those that have
/// no window are asked at once.
///
/// | state    | leads to                                                                             |
/// |----------|--------------------------------------------------------------------------------------|
/// | closing  | ended; asked, when its windows are gone for a while or its patience is over          |
/// | asked    | ended; killed, when its patience is over                                             |
/// | killed   | ended                                                                                |
/// | ended    |                                                                                      |
final class Farewell {
    struct Client {
        let process: ClientProcess
        /// For each of the two ways to ask it.
        let patience: Duration
        /// It cannot answer before it is told to go on.
        let isStopped: Bool
    }

    /// What a person should know: who did not end by itself, and after which time.
    private(set) var notes: [String] = []

    private var guests: [Guest]

    private struct Guest {
        let client: Client
        var state: State
    }

    private enum State {
        /// Its windows were asked to close.
        /// - `gone`: since when there is none.
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

        /// Whether nothing is waited for any more.
        var isOver: Bool {
            switch self {
            case .ended, .killed: true
            case .closing, .asked: false
            }
        }
    }

    /// So long after its last window a program may take to end; many do at once, and some never.
    private static let windowless = Duration.milliseconds(300)

    init(clients: [Client]) {
        guests = clients.map { Guest(client: $0, state: .ended) }
    }

    /// - Parameters:
    ///   - windows: of a client, by its name; the one in front last.
    ///   - serve: lets clients go on for some milliseconds.
    ///   - isToHurry: once it says so, all are killed.
    func play(windows: (String) -> [Window], serve: () -> Void, isToHurry: () -> Bool) {
        for index in guests.indices { begin(&guests[index], windows) }
        while guests.contains(where: { !$0.state.isOver }) {
            if isToHurry() { break }
            serve()
            for index in guests.indices { look(at: &guests[index], windows) }
        }
        for index in guests.indices where !guests[index].state.isEnded { kill(&guests[index]) }
        // What was killed ends within microseconds; nothing tells of it.
        let end = ContinuousTime.now + .seconds(5)
        while ContinuousTime.now < end, guests.contains(where: { !hasEnded($0) }) { poll(nil, 0, 1) }
    }

    private func begin(_ guest: inout Guest, _ windows: (String) -> [Window]) {
        guard !hasEnded(guest) else { return }
        let process = guest.client.process
        let open = guest.client.isStopped ? [] : windows(process.name)
        guard !open.isEmpty else { return ask(&guest) }
        // A dialog is closed before the window that it belongs to.
        for window in open.reversed() { window.close() }
        guest.state = .closing(until: ContinuousTime.now + guest.client.patience, gone: nil)
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
            notes.append("\(name) did not end within \(guest.client.patience) after its windows were closed")
            ask(&guest)
        case .asked(let end):
            guard now >= end else { return }
            notes.append("\(name) did not end within \(guest.client.patience) after SIGTERM, and was killed")
            kill(&guest)
        case .killed, .ended: break
        }
    }

    private func ask(_ guest: inout Guest) {
        guest.client.process.send(signal: SIGTERM)
        guest.client.process.send(signal: SIGCONT)
        guest.state = .asked(until: ContinuousTime.now + guest.client.patience)
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
