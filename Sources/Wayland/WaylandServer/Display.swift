// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

/// A Wayland display: the object that clients connect to. The corresponding C type is `struct wl_display`.
///
/// Bound to the thread that runs its event loop, as is everything created from it.
public final class Display {
    public let pointer: OpaquePointer
    /// The loop that serves the display's clients; other sources can be added to it.
    public let eventLoop: EventLoop
    private let isOwned: Bool
    /// False once a host has destroyed its display.
    private(set) var isAlive = true
    /// The listener for the destruction of the display.
    private var endListener: Listener?
    /// The listener for new clients.
    private var clientListener: Listener?
    /// The maximum number of objects of each client that connects from now on; nil for no limit.
    private var objectLimit: UInt32?

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case outOfMemory
        /// No socket could be created; the text contains its name and the reason.
        case socket(String)

        public var description: String {
            switch self {
            case .outOfMemory: "no memory for a Wayland display"
            case .socket(let reason): reason
            }
        }
    }

    /// Creates a display. It is destroyed, with its clients, when the last reference is released.
    public init() throws(Failure) {
        guard let pointer = wl_display_create() else { throw .outOfMemory }
        self.pointer = pointer
        // A display always has a loop.
        eventLoop = EventLoop(borrowing: wl_display_get_event_loop(pointer)!)
        isOwned = true
        listenForEnd()
        listenForClients()
    }

    /// Uses a host's display. When the host destroys it, the sources of its loop and its globals end; this object must
    /// not be used any further.
    public init(borrowing pointer: OpaquePointer) {
        self.pointer = pointer
        eventLoop = EventLoop(borrowing: wl_display_get_event_loop(pointer)!)
        isOwned = false
        listenForEnd()
        listenForClients()
    }

    deinit {
        guard isOwned else { return }
        // The listeners refer to this object, which is being destroyed.
        endListener = nil
        clientListener = nil
        wl_display_destroy_clients(pointer)
        wl_display_destroy(pointer)
    }

    /// Listens on a socket named `name` in `$XDG_RUNTIME_DIR`, or on the first free `wayland-N`.
    /// - Returns: The name, for `WAYLAND_DISPLAY`.
    public func addSocket(named name: String? = nil) throws(Failure) -> String {
        if let name {
            guard !Self.isTaken(name) else {
                throw .socket(
                    "cannot listen on the socket \"\(name)\": a file with this name exists that is not a socket")
            }
            guard wl_display_add_socket(pointer, name) == 0 else {
                throw .socket("cannot listen on the socket \"\(name)\": \(Errno.currentReason)")
            }
            return name
        }
        for name in (0...32).map({ "wayland-\($0)" }) where !Self.isTaken(name) {
            if wl_display_add_socket(pointer, name) == 0 { return name }
        }
        throw .socket("cannot listen on any socket wayland-0 to wayland-32: \(Errno.currentReason)")
    }

    /// Whether a file other than a socket has the name, which libwayland would remove.
    private static func isTaken(_ name: String) -> Bool {
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }) else { return false }
        var status = stat()
        guard lstat(name.hasPrefix("/") ? name : "\(folder)/\(name)", &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFSOCK
    }

    /// Adds a client at the other end of `descriptor`, which the display takes ownership of.
    @discardableResult
    public func addClient(owning descriptor: Int32) throws(Failure) -> Client {
        guard let client = wl_client_create(pointer, descriptor) else { throw .outOfMemory }
        return Client.of(client)
    }

    /// All connected clients.
    public var clients: [Client] {
        guard let list = wl_display_get_client_list(pointer) else { return [] }
        var clients: [Client] = []
        var link = list.pointee.next
        while let current = link, current != list {
            clients.append(Client.of(wl_client_from_link(current)))
            link = current.pointee.next
        }
        return clients
    }

    /// Returns the serial for the next event that needs one. The corresponding C function is `wl_display_next_serial`.
    public func nextSerial() -> UInt32 { wl_display_next_serial(pointer) }

    /// The serial of the last event that needed one. No serial that was sent to a client is newer.
    public var lastSerial: UInt32 { wl_display_get_serial(pointer) }

    /// Sends the pending events of every client; one that has not read for too long is disconnected.
    public func flushClients() { wl_display_flush_clients(pointer) }

    /// Serves clients and sources once, then sends the pending events.
    /// - Parameter timeout: The maximum time to wait in milliseconds; 0 to return at once, -1 to wait indefinitely.
    public func dispatch(timeout: Int32) {
        flushClients()
        eventLoop.dispatch(timeout: timeout)
        flushClients()
    }

    /// Limits the number of objects of each client that connects from now on; a client with more than `limit` is
    /// disconnected. Without a limit a client can create objects until there is no memory left.
    ///
    /// All objects that exist at the same time are counted: those that the client creates, those that the server
    /// creates for it, and those that libwayland creates. Their IDs are irrelevant.
    public func limitObjects(perClient limit: UInt32) { objectLimit = limit }

    /// Disconnects all clients, as the destruction of a display does.
    ///
    /// Handlers of a client's objects live as long as the objects. The owner of a display calls this before releasing
    /// it, so that there are no retain cycles through handlers that refer to the compositor. Must not be called inside
    /// a handler of a request, since libwayland would continue to read from its client; nor may the display be released
    /// there.
    public func destroyClients() { wl_display_destroy_clients(pointer) }

    /// Creates the ``Client`` of each client that is connected or connects, before its first request: its process must
    /// be identified before its process ID can be reused.
    private func listenForClients() {
        _ = clients
        let listener = Listener { [unowned self] pointer in
            guard let pointer else { return }
            let client = Client.of(OpaquePointer(pointer))
            if let objectLimit { client.limitObjects(to: objectLimit) }
        }
        wl_display_add_client_created_listener(pointer, listener.base)
        clientListener = listener
    }

    private func listenForEnd() {
        let listener = Listener { [unowned self] _ in
            isAlive = false
            endListener?.remove()
            clientListener?.remove()
        }
        wl_display_add_destroy_listener(pointer, listener.base)
        endListener = listener
    }
}
