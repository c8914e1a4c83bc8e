// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

// Clients that do not read. libwayland disconnects a client whose socket is full when the next event is sent, so code
// that sends many events on behalf of another client checks first.

extension Client {
    /// Whether more than a quarter of the client's socket buffer is unread, so that further events might not fit.
    public var hasBacklog: Bool {
        guard let descriptor else { return false }
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // A connection that has ended accepts everything.
        return poll(&state, 1, 0) == 0
    }

    /// Whether the client has read everything that has been sent.
    public var hasReadEverything: Bool { descriptor.map { dray_socket_unread($0) == 0 } ?? true }

    /// Whether the client has closed its end of the connection, although the loop has not handled that yet.
    public var hasHungUp: Bool {
        guard let descriptor else { return true }
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR) != 0
    }

    /// Calls `handler` whenever there is no backlog, repeatedly, until the source is released.
    /// - Returns: Nil if the client has disconnected, or the loop cannot watch it.
    public func whenRead(in loop: EventLoop, _ handler: @escaping () -> Void) -> DescriptorSource? {
        descriptor.flatMap { loop.watch($0, for: .writable) { _ in handler() } }
    }

    /// Increases the socket buffer to the maximum for an unprivileged process (socket(7)); memory is allocated only
    /// when needed.
    public func widenSocket() {
        guard let descriptor else { return }
        var size: Int32 = 1 << 20
        _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
}
