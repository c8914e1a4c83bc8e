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
    /// The number of the process that connected, 0 if the kernel did not tell it. For logs and labels only: the process may
    /// have ended since, and the number may belong to another one.
    public let processID: Int32
    /// The process that connected, or that made the socket pair; nil if it had ended before the display saw the client, or
    /// could not be identified.
    public let process: ProcessIdentity?
    var standing: Standing

    private let memory: UnsafeMutablePointer<dray_listener>
    private var goneHandlers: [(Client) -> Void] = []
    /// How many of the client's requests are being handled; more than one where a handler dispatches the loop.
    private var requestDepth = 0
    private var ending = Ending.none
    /// Is told of every error that disconnects the client, in the words that it gets.
    public var whenErred: ((Client, String) -> Void)?
    /// Counts the client's objects, where their number is limited; ended in `handleDestroyed`.
    private var objectCount: UnsafeMutablePointer<dray_object_count>?

    /// How far the client's end has come.
    private enum Ending {
        case none
        /// Asked for by a request's handler; libwayland still reads from the client when that handler returns, so an
        /// idle source of the loop does it.
        case postponed(OpaquePointer?)
        /// libwayland is at it: a second `wl_client_destroy` would free everything twice.
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

    /// The object of a `wl_client`. A ``Display`` makes it when the client connects, so that its process is identified then.
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

    /// Whether libwayland destroys the client's objects, one by one.
    package var isLeaving: Bool {
        switch ending {
        case .none, .postponed: false
        case .begun: true
        }
    }

    /// The server's end of the connection, readable when the client has said something; libwayland closes it.
    public var descriptor: Int32? { pointer.map(wl_client_get_fd) }

    /// Calls `handler` when the client disconnects, before its objects are destroyed; at once if it is gone already.
    public func whenGone(_ handler: @escaping (Client) -> Void) {
        switch ending {
        case .none, .postponed: goneHandlers.append(handler)
        case .begun: handler(self)
        }
    }

    /// Sends what is waiting for this client.
    public func flush() {
        if let pointer { wl_client_flush(pointer) }
    }

    /// Disconnects the client without an error.
    ///
    /// From inside the handler of one of its own requests, the client goes when the loop has nothing else ready; what
    /// it asks until then is ignored.
    public func disconnect() {
        guard let pointer, case .none = ending else { return }
        guard requestDepth > 0 else { return wl_client_destroy(pointer) }
        let loop = wl_display_get_event_loop(wl_client_get_display(pointer))
        // Unretained: `handleDestroyed`, up to which this object is retained, takes the source away.
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

    /// Disconnects the client with `wl_display.error` `implementation`: a limit of the compositor's own was exceeded.
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

    /// Runs what answers a request of this client.
    /// - Parameter body: is told whether the client is still to be listened to.
    func whileHandlingRequest(_ body: (_ isListenedTo: Bool) -> Void) {
        requestDepth += 1
        defer { requestDepth -= 1 }
        switch ending {
        case .none: body(true)
        case .postponed, .begun: body(false)
        }
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
