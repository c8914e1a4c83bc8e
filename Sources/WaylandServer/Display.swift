// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

/// A Wayland display: the object that clients connect to. The corresponding C type is `struct wl_display`.
///
/// Bound to the thread that runs its event loop; so is everything made from it.
public final class Display {
    public let pointer: OpaquePointer
    /// The loop that serves the display's clients; other sources may be added to it.
    public let eventLoop: EventLoop
    private let isOwned: Bool
    /// False once a host has destroyed its display.
    private(set) var isAlive = true
    /// Hears of that, while it is in the display's list.
    private var endListener: Listener?
    /// Is called with each new client.
    private var clientListener: Listener?
    /// The maximum number of objects of each client that connects from now on; nil for no limit.
    private var objectLimit: UInt32?

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case outOfMemory
        /// No socket could be made; the text says which and why.
        case socket(String)

        public var description: String {
            switch self {
            case .outOfMemory: "no memory for a Wayland display"
            case .socket(let reason): reason
            }
        }
    }

    /// Makes a display. It goes, with its clients, when the last reference does.
    public init() throws(Failure) {
        guard let pointer = wl_display_create() else { throw .outOfMemory }
        self.pointer = pointer
        // A display has a loop from its birth to its death.
        eventLoop = EventLoop(borrowing: wl_display_get_event_loop(pointer)!)
        isOwned = true
        listenForEnd()
        listenForClients()
    }

    /// Works with a host's display. When the host destroys it, sources of its loop and globals end by themselves; nothing
    /// else may be asked of this object from then on.
    public init(borrowing pointer: OpaquePointer) {
        self.pointer = pointer
        eventLoop = EventLoop(borrowing: wl_display_get_event_loop(pointer)!)
        isOwned = false
        listenForEnd()
        listenForClients()
    }

    deinit {
        guard isOwned else { return }
        // It refers to this object, to which nobody can refer any more.
        endListener = nil
        clientListener = nil
        wl_display_destroy_clients(pointer)
        wl_display_destroy(pointer)
    }

    /// Listens on a socket named `name` in `$XDG_RUNTIME_DIR`, or on the first free `wayland-N`.
    /// - Returns: the name, for `WAYLAND_DISPLAY`.
    public func addSocket(named name: String? = nil) throws(Failure) -> String {
        if let name {
            guard !Self.isTaken(name) else {
                throw .socket(
                    "cannot listen on the socket \"\(name)\": there is a file with this name that is no socket")
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

    /// Whether something else than a socket has the name: libwayland would remove it.
    private static func isTaken(_ name: String) -> Bool {
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }) else { return false }
        var status = stat()
        guard lstat(name.hasPrefix("/") ? name : "\(folder)/\(name)", &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFSOCK
    }

    /// A new client at the other end of `descriptor`, which belongs to the display from here on.
    @discardableResult
    public func addClient(owning descriptor: Int32) throws(Failure) -> Client {
        guard let client = wl_client_create(pointer, descriptor) else { throw .outOfMemory }
        return Client.of(client)
    }

    /// Everybody who is connected.
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

    /// A number for the next event that wants one. The corresponding C function is `wl_display_next_serial`.
    public func nextSerial() -> UInt32 { wl_display_next_serial(pointer) }

    /// The number of the last event that wanted one. No serial that a client has got is newer.
    public var lastSerial: UInt32 { wl_display_get_serial(pointer) }

    /// Sends what is waiting to every client; one that has not read for too long is disconnected.
    public func flushClients() { wl_display_flush_clients(pointer) }

    /// Serves clients and sources once, then sends the answers.
    /// - Parameter timeout: milliseconds to wait for something to do; 0 does not wait, -1 waits for ever.
    public func dispatch(timeout: Int32) {
        flushClients()
        eventLoop.dispatch(timeout: timeout)
        flushClients()
    }

    /// Disconnects every client, of those that connect from here on, that has more than `limit` objects at a time. Without
    /// it a client can make objects until there is no memory left.
    ///
    /// All that exist at the same time are counted: those that the client makes, those that it is given, and those that
    /// libwayland makes by itself. The numbers that they have do not matter.
    public func limitObjects(perClient limit: UInt32) { objectLimit = limit }

    /// Disconnects everybody, as a display's end does.
    ///
    /// What stands behind a client's objects lives until they do. Whoever owns a display calls this before letting go of
    /// it, so that handlers which refer back to their compositor do not keep each other alive. Not from inside a request's
    /// handler, whose client libwayland would go on reading from; the same holds for letting go of the display.
    public func destroyClients() { wl_display_destroy_clients(pointer) }

    /// Makes the ``Client`` of everyone who is connected, and of each client that connects, before its first request: its process
    /// has to be identified early, while its number is its own.
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
