// SPDX-License-Identifier: MIT

internal import CWaylandClient
internal import Glibc

/// A client's connection to a compositor. The corresponding C type is `struct wl_display`.
///
/// Bound to the thread that dispatches it, as is everything created from it. Objects of the connection keep it alive.
public final class Connection {
    let pointer: OpaquePointer

    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// No compositor accepts the connection; the text contains the name.
        case unreachable(String)
        /// The compositor has disconnected this client because of a protocol error.
        case protocolError(interface: String, object: UInt32, code: UInt32)
        /// The connection was lost; the text is the reason.
        case lost(String)

        public var description: String {
            switch self {
            case .unreachable(let reason): reason
            case .protocolError(let interface, let object, let code):
                "protocol error \(code) on \(interface)#\(object)"
            case .lost(let reason): "the connection to the compositor was lost: \(reason)"
            }
        }
    }

    /// Connects to the compositor named `name`, or to that of `$WAYLAND_DISPLAY`.
    public init(to name: String? = nil) throws(Failure) {
        guard let pointer = wl_display_connect(name) else {
            let place = name ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0"
            throw .unreachable("no compositor answers at \"\(place)\": \(String(cString: strerror(errno)))")
        }
        self.pointer = pointer
    }

    /// Connects over `descriptor`, which the connection takes ownership of.
    public init(owning descriptor: Int32) throws(Failure) {
        guard let pointer = wl_display_connect_to_fd(descriptor) else {
            throw .unreachable("no connection over descriptor \(descriptor)")
        }
        self.pointer = pointer
    }

    deinit {
        wl_display_disconnect(pointer)
    }

    /// Readable when the compositor has sent something.
    public var descriptor: Int32 { wl_display_get_fd(pointer) }

    /// The first object of every connection.
    public var display: WlDisplay { WlDisplay(Proxy(display: self)) }

    /// Sends the pending requests. Data that does not fit into the socket is sent with the next call.
    ///
    /// Succeeds after the compositor has hung up: its last events, usually a protocol error, can still be read, and the
    /// next dispatch throws it.
    public func flush() throws(Failure) {
        guard wl_display_flush(pointer) >= 0 || errno == EAGAIN || errno == EPIPE else { throw failure() }
    }

    /// Handles the events that have arrived, without blocking.
    public func dispatchPending() throws(Failure) {
        try flush()
        while wl_display_prepare_read(pointer) != 0 { try check(wl_display_dispatch_pending(pointer)) }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if Glibc.poll(&poll, 1, 0) > 0 {
            try check(wl_display_read_events(pointer))
        } else {
            wl_display_cancel_read(pointer)
        }
        try check(wl_display_dispatch_pending(pointer))
    }

    /// Blocks until events arrive, and handles them.
    public func dispatch() throws(Failure) {
        try check(wl_display_dispatch(pointer))
    }

    /// Blocks until the compositor has handled all requests so far, and handles its events.
    public func roundtrip() throws(Failure) {
        try check(wl_display_roundtrip(pointer))
    }

    private func check(_ result: Int32) throws(Failure) {
        guard result >= 0 else { throw failure() }
    }

    private func failure() -> Failure {
        let reason = errno
        let code = wl_display_get_error(pointer)
        var interface: UnsafePointer<wl_interface>?
        var object: UInt32 = 0
        let error = wl_display_get_protocol_error(pointer, &interface, &object)
        // Errors on the display itself have the code EINVAL or ENOMEM; errors on a destroyed object have no interface.
        guard code == EPROTO || interface != nil else {
            return .lost(String(cString: strerror(code == 0 ? reason : code)))
        }
        let name = interface.map { String(cString: $0.pointee.name) } ?? "unknown"
        return .protocolError(interface: name, object: object, code: error)
    }
}
