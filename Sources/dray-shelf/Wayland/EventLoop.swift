// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// Waits for the compositor and for the pipes of transfers at once, so that neither ever holds up the other.
final class EventLoop {
    private let connection: Connection
    private var watches: [Int32: Watch] = [:]

    /// What a descriptor is waited for.
    enum Interest {
        case reading, writing

        fileprivate var events: Int16 {
            switch self {
            case .reading: Int16(POLLIN)
            case .writing: Int16(POLLOUT)
            }
        }
    }

    private struct Watch {
        let interest: Interest
        let handler: () -> Void
    }

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Calls `handler` whenever the descriptor is ready, or its other end was closed; until `unwatch`.
    func watch(_ descriptor: Int32, for interest: Interest, _ handler: @escaping () -> Void) {
        watches[descriptor] = Watch(interest: interest, handler: handler)
    }

    /// To be called before the descriptor is closed.
    func unwatch(_ descriptor: Int32) {
        watches[descriptor] = nil
    }

    /// Serves everything until `isDone` says so after something has happened.
    func run(until isDone: () -> Bool) throws(Connection.Failure) {
        while !isDone() {
            // What was asked for has to be on its way before we wait for the answer.
            try connection.flush()
            let ready = wait()
            for descriptor in ready { watches[descriptor]?.handler() }
            try connection.dispatchPending()
        }
    }

    /// - Returns: the pipes that are ready.
    private func wait() -> [Int32] {
        var entries = [pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)]
        entries += watches.map { pollfd(fd: $0.key, events: $0.value.interest.events, revents: 0) }
        // Interrupted by a signal, it is simply called again.
        guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return [] }
        return entries.dropFirst().filter { $0.revents != 0 }.map(\.fd)
    }
}
