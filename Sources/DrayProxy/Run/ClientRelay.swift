// SPDX-License-Identifier: MIT

import Glibc

/// Serves one client: reads from both sides, lets a ``ProxyConnection`` look at each message, and writes it to the other.
///
/// Who does not read is waited for: the other side is not read either then, and its socket fills as it would without a
/// proxy. Who goes is followed: what it has sent whole still arrives, then the other side sees the end too. A client that only
/// says nothing more (`shutdown`) hears the compositor out, which sees the same.
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
    /// Whose turn it is as far as anybody can tell: who was spoken to last.
    private var expected = Side.client
    private let tell: (ProxyNotice) -> Void

    /// Where one direction is.
    private enum Flow {
        case open
        /// Its sender is gone, or not to be heard any more; what is there may still go out, and then the connection is over.
        case ending
        /// Its sender says nothing more, and still listens; what is there may still go out, and then the other side is told so.
        case lastWords
        /// The other side has been told.
        case closed
        /// Nothing can go out any more.
        case broken
    }

    private enum Side {
        case client
        case upstream
    }

    /// Milliseconds until what the kernel has no room for is tried again. It tells nobody when it has.
    private static let pause: Int32 = 10

    /// - Parameters:
    ///   - client, upstream: two connected sockets, which are the relay's from now on.
    ///   - connection: what looks at the messages; nil for a client whose bytes are passed unread.
    ///   - tell: hears what is worth telling.
    package init(
        client: Int32, upstream: Int32, connection: ProxyConnection?, tell: @escaping (ProxyNotice) -> Void
    ) {
        self.client = ProxySocket(client)
        self.upstream = ProxySocket(upstream)
        self.connection = connection
        self.tell = tell
    }

    /// Serves until one of the two sides is gone.
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
        // Who cannot be written to any more sends its last words, and then its end.
        case (_, _): false
        }
    }

    /// Waits until something can be done, and does it.
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
        // A side of which nothing is wanted is not looked at: its end would be told again and again. Of a client that only listens
        // the end is wanted.
        let isListener = requestsEnd == .lastWords || requestsEnd == .closed
        var watched = (
            pollfd(fd: clientWish == 0 && !isListener ? -1 : client.descriptor, events: clientWish, revents: 0),
            pollfd(fd: upstreamWish == 0 ? -1 : upstream.descriptor, events: upstreamWish, revents: 0)
        )
        guard clientWish != 0 || upstreamWish != 0 || isCongested else {
            preconditionFailure("a connection that waits for nothing is over")
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

    /// Looks for what comes within microseconds, where that has paid off: without asking before whether there is anything.
    private mutating func looksAwake() -> Bool {
        guard wait.isWorthIt, requestsEnd == .open, eventsEnd == .open else { return false }
        let start = ShortWait.now
        repeat {
            // Whom a message wakes may have run, and answered, before its sending was over.
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

    /// - Returns: whether something came, or the end.
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

    /// - Returns: whether something came, or the end.
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
        // Nor does it listen any more.
        if requestsEnd == .lastWords { requestsEnd = .ending }
    }

    // MARK: The end

    /// What came is no connection: what was whole before it still arrives.
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
