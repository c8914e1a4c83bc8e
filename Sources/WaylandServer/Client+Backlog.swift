// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

// Clients that do not read. libwayland disconnects one whose socket is full when the next thing is to be said; whoever
// has much to say on somebody else's behalf asks first.

extension Client {
    /// Whether so much of what the client was told is unread that more might not find room: more than a quarter of what
    /// its socket holds.
    public var hasBacklog: Bool {
        guard let descriptor else { return false }
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // A connection that has ended takes everything.
        return poll(&state, 1, 0) == 0
    }

    /// Whether the client has read all that has left this process.
    public var hasReadEverything: Bool { descriptor.map { dray_socket_unread($0) == 0 } ?? true }

    /// Whether the client's own end of the connection is closed: it has gone, and the loop has not come to it yet.
    public var hasHungUp: Bool {
        guard let descriptor else { return true }
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR) != 0
    }

    /// Calls `handler` when there is no backlog any more; again and again, until the source is let go.
    /// - Returns: nil if the client is gone, or the loop cannot watch it.
    public func whenRead(in loop: EventLoop, _ handler: @escaping () -> Void) -> DescriptorSource? {
        descriptor.flatMap { loop.watch($0, for: .writable) { _ in handler() } }
    }

    /// Lets the client's socket hold as much as a process may ask for (socket(7)); it takes no memory before it is needed.
    public func widenSocket() {
        guard let descriptor else { return }
        var size: Int32 = 1 << 20
        _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
}
