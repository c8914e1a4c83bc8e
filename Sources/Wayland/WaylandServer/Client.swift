// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

/// A connected client. The corresponding C type is `struct wl_client`.
///
/// There is one object per client while the client is connected; afterwards `isConnected` is false and all calls have
/// no effect.
public final class Client {
    /// Nil once the client has disconnected.
    public private(set) var pointer: OpaquePointer?
    /// Unique in this process.
    public let id: UInt64
    /// The process ID of the client, 0 if the kernel did not report it. For logs and labels only: the process may have
    /// exited, and the ID may have been reused.
    public let processID: Int32
    /// The process that connected, or that created the socket pair; nil if it had exited before the display saw the
    /// client, or could not be identified.
    public let process: ProcessIdentity?
    var standing: Standing

    private let memory: UnsafeMutablePointer<dray_listener>
    private var goneHandlers: [(Client) -> Void] = []
    /// The number of nested requests that are being handled; more than one if a handler dispatches the loop.
    private var requestDepth = 0
    private var ending = Ending.none
    /// Called for every error that disconnects the client, with the message that it is sent.
    public var whenErred: ((Client, String) -> Void)?
    /// The count of the client's objects, if their number is limited; ended in `handleDestroyed`.
    private var objectCount: UnsafeMutablePointer<dray_object_count>?

    /// The state of the disconnection.
    private enum Ending {
        case none
        /// Requested by a handler of a request. libwayland still reads from the client when that handler returns, so an
        /// idle source of the loop disconnects it.
        case postponed(OpaquePointer?)
        /// libwayland is destroying the client: a second `wl_client_destroy` would free everything twice.
        case begun
    }

    private init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        id = Identifier.next()
        var pid: pid_t = 0
        wl_client_get_credentials(pointer, &pid, nil, nil)
        processID = pid
        process = ProcessIdentity(peerOf: wl_client_get_fd(pointer))
        standing = Standing(process)
        memory = .allocate(capacity: 1)
    }

    deinit {
        memory.deallocate()
    }

    /// Returns the object of a `wl_client`. A ``Display`` creates it when the client connects, so that its process is
    /// identified then.
    public static func of(_ pointer: OpaquePointer) -> Client {
        if let context = dray_client_peer(pointer, Identity.peerFunction) {
            return Unmanaged<Client>.fromOpaque(context).takeUnretainedValue()
        }
        let client = Client(pointer)
        // Retained here, released in `handleDestroyed`, which libwayland calls exactly once.
        dray_peer_init(client.memory, Identity.peerFunction, Unmanaged.passRetained(client).toOpaque(), handleDestroyed)
        wl_client_add_destroy_listener(
            pointer, UnsafeMutableRawPointer(client.memory).assumingMemoryBound(to: wl_listener.self))
        return client
    }

    public var isConnected: Bool { pointer != nil }

    /// Whether libwayland is destroying the client's objects.
    package var isLeaving: Bool {
        switch ending {
        case .none, .postponed: false
        case .begun: true
        }
    }

    /// The server's end of the connection, readable when the client has sent something. Owned by libwayland.
    public var descriptor: Int32? { pointer.map(wl_client_get_fd) }

    /// Calls `handler` when the client disconnects, before its objects are destroyed; at once if it has disconnected
    /// already.
    public func whenGone(_ handler: @escaping (Client) -> Void) {
        switch ending {
        case .none, .postponed: goneHandlers.append(handler)
        case .begun: handler(self)
        }
    }

    /// Sends the pending events of this client.
    public func flush() {
        if let pointer { wl_client_flush(pointer) }
    }

    /// Disconnects the client without an error.
    ///
    /// Inside a handler of one of its own requests, the client is disconnected when the loop is idle; until then its
    /// requests are ignored.
    public func disconnect() {
        guard let pointer, case .none = ending else { return }
        guard requestDepth > 0 else { return wl_client_destroy(pointer) }
        let loop = wl_display_get_event_loop(wl_client_get_display(pointer))
        // Unretained: `handleDestroyed`, up to which this object is retained, removes the source.
        ending = .postponed(
            wl_event_loop_add_idle(loop, Self.handlePostponed, Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Disconnects the client with `wl_display.error` `no_memory`.
    public func postNoMemory() {
        if let pointer { wl_client_post_no_memory(pointer) }
    }

    /// Disconnects the client with `wl_display.error` `invalid_method`: an argument that the protocol does not allow.
    func postInvalidMethod(_ message: String) {
        guard let pointer else { return }
        dray_client_post_invalid_method(pointer, message)
        whenErred?(self, message)
    }

    /// Disconnects the client with `wl_display.error` `implementation`: a limit of the compositor was exceeded.
    public func postImplementationError(_ message: String) {
        guard let pointer else { return }
        dray_client_post_implementation_error(pointer, message)
        whenErred?(self, message)
    }

    /// Disconnects the client once it has more than `limit` objects at a time.
    func limitObjects(to limit: UInt32) {
        guard let pointer, objectCount == nil else { return }
        // Unretained: `handleDestroyed`, up to which this object is retained, ends the count.
        objectCount = dray_object_count_begin(pointer, limit, Unmanaged.passUnretained(self).toOpaque()) { context in
            let client = Unmanaged<Client>.fromOpaque(context!).takeUnretainedValue()
            let limit = client.objectCount?.pointee.limit ?? 0
            client.postImplementationError("a client may have \(limit) objects at a time")
        }
    }

    /// Runs the code that handles a request of this client.
    /// - Parameter body: Receives whether the request should be handled.
    func whileHandlingRequest(_ body: (_ isListenedTo: Bool) -> Void) {
        requestDepth += 1
        defer { requestDepth -= 1 }
        switch ending {
        case .none: body(true)
        case .postponed, .begun: body(false)
        }
    }

    /// Returns the object with an ID, or nil.
    public func object(_ id: UInt32) -> Resource? {
        guard let pointer, let resource = wl_client_get_object(pointer, id) else { return nil }
        return Resource.of(resource)
    }

    private static let handleDestroyed: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        context, _ in
        let client = Unmanaged<Client>.fromOpaque(context!).takeRetainedValue()
        dray_listener_remove(client.memory)
        if case .postponed(.some(let source)) = client.ending { wl_event_source_remove(source) }
        client.ending = .begun
        if let count = client.objectCount { dray_object_count_end(count) }
        client.objectCount = nil
        let handlers = client.goneHandlers
        client.goneHandlers = []
        for handler in handlers { handler(client) }
        client.pointer = nil
    }

    private static let handlePostponed: wl_event_loop_idle_func_t = { context in
        let client = Unmanaged<Client>.fromOpaque(context!).takeUnretainedValue()
        // libwayland removes an idle source itself, right after this call.
        client.ending = .postponed(nil)
        if let pointer = client.pointer { wl_client_destroy(pointer) }
    }
}

extension Client: Hashable {
    public static func == (left: Client, right: Client) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
