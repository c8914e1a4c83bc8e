// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// Something that says itself, each time round, what it waits for.
protocol LoopGuest: AnyObject {
    /// Negative for none.
    var descriptor: Int32 { get }
    /// Of `poll`.
    var events: Int16 { get }
    /// When it wants to be called at the latest, in microseconds of the monotonic clock; nil for never.
    var deadline: UInt64? { get }
    /// Called each time round.
    func process()
}

/// Waits for the compositor and for the pipes of transfers at once, so that neither ever holds up the other.
final class EventLoop {
    private let connection: Connection
    private var watches: [Int32: Watch] = [:]
    private var guests: [any LoopGuest] = []
    /// Called each time round, when everything that has come has been handled.
    var settle: () -> Void = {}

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

    /// Microseconds of the monotonic clock.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// Serves a guest from now on.
    func add(_ guest: any LoopGuest) { guests.append(guest) }
    func remove(_ guest: any LoopGuest) { guests.removeAll { $0 === guest } }

    /// Serves everything until `isDone` says so after something has happened.
    func run(until isDone: () -> Bool) throws(Connection.Failure) {
        while !isDone() {
            for guest in guests { guest.process() }
            settle()
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
        entries += guests.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        let count = entries.count
        entries += watches.map { pollfd(fd: $0.key, events: $0.value.interest.events, revents: 0) }
        // Interrupted by a signal, it is simply called again.
        guard poll(&entries, nfds_t(entries.count), timeout) > 0 else { return [] }
        return entries.dropFirst(count).filter { $0.revents != 0 }.map(\.fd)
    }

    /// In milliseconds; -1 for no end.
    private var timeout: Int32 {
        guard let first = guests.compactMap(\.deadline).min() else { return -1 }
        let time = Self.now
        return first <= time ? 0 : Int32(clamping: (first - time + 999) / 1000)
    }
}
