// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

/// A connected client. The corresponding C type is `struct wl_client`.
///
/// There is one object per client, for as long as the client is connected; afterwards `isConnected` is false and every
/// call does nothing.
public final class Client {
    /// Nil once the client is gone.
    public private(set) var pointer: OpaquePointer?
    /// Never given to another client of this process.
    public let id: UInt64
    /// As the kernel said when the client connected; 0 where it could not.
    public let processID: Int32

    private let memory: UnsafeMutablePointer<dray_listener>
    private var goneHandlers: [(Client) -> Void] = []

    private init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        id = Identifier.next()
        var pid: pid_t = 0
        wl_client_get_credentials(pointer, &pid, nil, nil)
        processID = pid
        memory = .allocate(capacity: 1)
    }

    deinit {
        memory.deallocate()
    }

    /// The object of a `wl_client`, made when it is asked for the first time.
    public static func of(_ pointer: OpaquePointer) -> Client {
        if let context = dray_client_peer(pointer) {
            return Unmanaged<Client>.fromOpaque(context).takeUnretainedValue()
        }
        let client = Client(pointer)
        // Retained here, released in `handleDestroyed`, which libwayland calls exactly once.
        dray_peer_init(client.memory, Unmanaged.passRetained(client).toOpaque(), handleDestroyed)
        wl_client_add_destroy_listener(
            pointer, UnsafeMutableRawPointer(client.memory).assumingMemoryBound(to: wl_listener.self))
        return client
    }

    public var isConnected: Bool { pointer != nil }

    /// The server's end of the connection, readable when the client has said something; libwayland closes it.
    public var descriptor: Int32? { pointer.map(wl_client_get_fd) }

    /// Calls `handler` when the client disconnects, before its objects are destroyed.
    public func whenGone(_ handler: @escaping (Client) -> Void) { goneHandlers.append(handler) }

    /// Sends what is waiting for this client.
    public func flush() {
        if let pointer { wl_client_flush(pointer) }
    }

    /// Disconnects the client without an error.
    public func disconnect() {
        if let pointer { wl_client_destroy(pointer) }
    }

    /// Disconnects the client with `wl_display.error` `no_memory`.
    public func postNoMemory() {
        if let pointer { wl_client_post_no_memory(pointer) }
    }

    /// Disconnects the client with `wl_display.error` `invalid_method`: an argument that the protocol does not allow.
    func postInvalidMethod(_ message: String) {
        if let pointer { dray_client_post_invalid_method(pointer, message) }
    }

    /// Disconnects the client with `wl_display.error` `implementation`: a limit of the compositor's own was exceeded.
    public func postImplementationError(_ message: String) {
        if let pointer { dray_client_post_implementation_error(pointer, message) }
    }

    /// The object with that number, or nil.
    public func object(_ id: UInt32) -> Resource? {
        guard let pointer, let resource = wl_client_get_object(pointer, id) else { return nil }
        return Resource.of(resource)
    }

    private static let handleDestroyed: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        context, _ in
        let client = Unmanaged<Client>.fromOpaque(context!).takeRetainedValue()
        dray_listener_remove(client.memory)
        let handlers = client.goneHandlers
        client.goneHandlers = []
        for handler in handlers { handler(client) }
        client.pointer = nil
    }
}

extension Client: Hashable {
    public static func == (left: Client, right: Client) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
