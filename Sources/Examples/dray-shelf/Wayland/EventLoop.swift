// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// Waits for the compositor and for pipes of transfers at the same time, so that none blocks the others.
final class EventLoop {
    private let connection: Connection
    private var watches: [Int32: (events: Int16, handler: () -> Void)] = [:]
    /// Called at the end of each iteration, after all events are handled.
    var settle: () -> Void = {}

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Calls `handler` whenever the descriptor is ready or its other end is closed, until `unwatch`.
    /// - Parameter events: `POLLIN` or `POLLOUT`.
    func watch(_ descriptor: Int32, for events: Int32, _ handler: @escaping () -> Void) {
        watches[descriptor] = (Int16(events), handler)
    }

    /// Must be called before the descriptor is closed.
    func unwatch(_ descriptor: Int32) {
        watches[descriptor] = nil
    }

    /// Runs until `isDone` returns true after an iteration.
    func run(until isDone: () -> Bool) throws(Connection.Failure) {
        while !isDone() {
            settle()
            // Pending requests have to be sent before waiting for their answers.
            try connection.flush()
            for descriptor in wait() { watches[descriptor]?.handler() }
            try connection.dispatchPending()
        }
    }

    /// - Returns: the ready pipes.
    private func wait() -> [Int32] {
        var entries = [pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)]
        entries += watches.map { pollfd(fd: $0.key, events: $0.value.events, revents: 0) }
        // An interruption by a signal causes another iteration.
        guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return [] }
        return entries.dropFirst().filter { $0.revents != 0 }.map(\.fd)
    }
}
