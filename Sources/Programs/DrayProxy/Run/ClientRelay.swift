// SPDX-License-Identifier: MIT

import Glibc

/// Serves one client: reads from both sides, processes each message with a ``ProxyConnection``, and writes it to the
/// other side.
///
/// If one side does not read, the other is not read either, and its socket buffer fills up as without a proxy. If one
/// side disconnects, its last complete messages are still delivered before the other side is disconnected. A client
/// that closes only its sending direction (`shutdown`) still receives events, and the compositor sees the same
/// half-closed connection.
package struct ClientRelay: ~Copyable {
    private var client: ProxySocket
    private var upstream: ProxySocket
    private var connection: ProxyConnection?
    private var requests = WireStream()
    private var events = WireStream()
    private var requestsEnd = Flow.open
    private var eventsEnd = Flow.open
    private var breach: WireBreach?
    private var wait = ShortWait()
    /// The side that probably sends next: the one that was sent the last message.
    private var expected = Side.client
    private let tell: (ProxyNotice) -> Void

    /// The state of one direction.
    private enum Flow {
        case open
        /// The sender has disconnected or is no longer read. Pending data may still be sent, then the connection ends.
        case ending
        /// The sender has closed its sending direction but still receives. Pending data may still be sent, then the
        /// direction is closed.
        case lastWords
        /// The end of the direction has been forwarded.
        case closed
        /// No data can be sent any more.
        case broken
    }

    private enum Side {
        case client
        case upstream
    }

    /// The interval of retries while the kernel's limit on descriptors is reached, in milliseconds. The kernel does not
    /// signal when it is no longer reached.
    private static let pause: Int32 = 10

    /// - Parameters:
    ///   - client, upstream: two connected sockets, which the relay owns from now on.
    ///   - connection: processes the messages; nil to forward the bytes unread.
    ///   - tell: receives the notices.
    package init(
        client: Int32, upstream: Int32, connection: ProxyConnection?, tell: @escaping (ProxyNotice) -> Void
    ) {
        self.client = ProxySocket(client)
        self.upstream = ProxySocket(upstream)
        self.connection = connection
        self.tell = tell
    }

    /// Serves until one side has disconnected.
    package mutating func run() {
        while !isOver { step() }
        for descriptor in requests.removeDescriptors() + events.removeDescriptors() { close(descriptor) }
        tell(.ended(breach?.description))
    }

    private var isOver: Bool {
        switch (requestsEnd, eventsEnd) {
        case (.ending, _) where !requests.hasOutgoing: true
        case (_, .ending) where !events.hasOutgoing: true
        case (.broken, .broken), (.closed, .broken): true
        // If one side can no longer be written to, its own pending messages and its end are still processed.
        case (_, _): false
        }
    }

    /// Waits for events and processes them.
    private mutating func step() {
        let isCongested = upstream.isCongested || client.isCongested
        if !isCongested, !requests.hasOutgoing, !events.hasOutgoing, looksAwake() {
            write()
            return
        }
        let readsClient = requestsEnd == .open && requests.hasRoom
        let readsUpstream = eventsEnd == .open && events.hasRoom
        let writesUpstream = requestsEnd != .broken && requests.hasOutgoing && !upstream.isCongested
        let writesClient = eventsEnd != .broken && events.hasOutgoing && !client.isCongested
        let clientWish = (readsClient ? Int16(POLLIN) : 0) | (writesClient ? Int16(POLLOUT) : 0)
        let upstreamWish = (readsUpstream ? Int16(POLLIN) : 0) | (writesUpstream ? Int16(POLLOUT) : 0)
        // A side from which no events are requested is not polled, because a hangup would be reported repeatedly. The
        // hangup of a client that only receives is requested.
        let isListener = requestsEnd == .lastWords || requestsEnd == .closed
        var watched = (
            pollfd(fd: clientWish == 0 && !isListener ? -1 : client.descriptor, events: clientWish, revents: 0),
            pollfd(fd: upstreamWish == 0 ? -1 : upstream.descriptor, events: upstreamWish, revents: 0)
        )
        guard clientWish != 0 || upstreamWish != 0 || isCongested else {
            preconditionFailure("a connection without events to wait for has ended")
        }
        let count = withUnsafeMutablePointer(to: &watched) { pointer in
            pointer.withMemoryRebound(to: pollfd.self, capacity: 2) {
                wait.poll($0, count: 2, timeout: isCongested ? Self.pause : -1)
            }
        }
        guard count > 0 || isCongested else { return }
        let ended = Int16(POLLHUP | POLLERR | POLLNVAL)
        if isListener, watched.0.revents & ended != 0 { requestsEnd = .ending }
        if readsClient, watched.0.revents & (Int16(POLLIN) | ended) != 0 { _ = readRequests() }
        if readsUpstream, watched.1.revents & (Int16(POLLIN) | ended) != 0 { _ = readEvents() }
        write()
    }

    /// Polls without sleeping for data that arrives within microseconds, if the previous poll succeeded.
    private mutating func looksAwake() -> Bool {
        guard wait.isWorthIt, requestsEnd == .open, eventsEnd == .open else { return false }
        let start = ShortWait.now
        repeat {
            // The process that was woken by a message may have run and answered before the write returned.
            if expected == .upstream ? readEvents() || readRequests() : readRequests() || readEvents() { return true }
            sched_yield()
        } while ShortWait.now - start < ShortWait.patience
        wait.isWorthIt = false
        return false
    }

    private mutating func write() {
        if requests.hasOutgoing { writeRequests() }
        if events.hasOutgoing { writeEvents() }
        guard requestsEnd == .lastWords, !requests.hasOutgoing else { return }
        upstream.endWriting()
        requestsEnd = .closed
    }

    // MARK: From the client

    /// - Returns: whether data or the end arrived.
    private mutating func readRequests() -> Bool {
        do throws(WireBreach) {
            switch try client.receive(into: &requests) {
            case .done: try lookAtRequests()
            case .wait: return false
            case .over: requestsEnd = client.isGone ? .ending : .lastWords
            }
        } catch {
            end(error)
        }
        expected = .upstream
        return true
    }

    private mutating func lookAtRequests() throws(WireBreach) {
        guard connection != nil else { return requests.passAll() }
        try connection!.takeRequests(from: &requests, answeringInto: &events)
        tellNotices()
    }

    private mutating func writeRequests() {
        guard requestsEnd != .broken else { return }
        if case .over = upstream.send(from: &requests) { requestsEnd = .broken }
    }

    // MARK: From the compositor

    /// - Returns: whether data or the end arrived.
    private mutating func readEvents() -> Bool {
        do throws(WireBreach) {
            switch try upstream.receive(into: &events) {
            case .done: try lookAtEvents()
            case .wait: return false
            case .over: eventsEnd = .ending
            }
        } catch {
            end(error)
        }
        expected = .client
        return true
    }

    private mutating func lookAtEvents() throws(WireBreach) {
        guard connection != nil else { return events.passAll() }
        try connection!.takeEvents(from: &events)
        tellNotices()
    }

    private mutating func writeEvents() {
        guard eventsEnd != .broken else { return }
        guard case .over = client.send(from: &events) else { return }
        eventsEnd = .broken
        // The client does not receive any more either.
        if requestsEnd == .lastWords { requestsEnd = .ending }
    }

    // MARK: The end

    /// Ends a connection after a violation of the wire format. Complete messages before it are still delivered.
    private mutating func end(_ breach: WireBreach) {
        self.breach = breach
        tellNotices()
        requestsEnd = .ending
        eventsEnd = .ending
    }

    private mutating func tellNotices() {
        for notice in connection?.takeNotices() ?? [] { tell(notice) }
    }
}
