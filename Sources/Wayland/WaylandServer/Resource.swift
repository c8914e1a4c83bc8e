// SPDX-License-Identifier: MIT

internal import CWaylandServer
public import WaylandUtil

/// The server side of a client's object. The corresponding C type is `struct wl_resource`.
///
/// There is one Swift object per resource. Only libwayland destroys resources (on a request, or with the client); from
/// then on `isAlive` is false, `pointer` is nil, and events sent through this object are dropped. The object can
/// therefore be retained without restriction.
///
/// Objects of a host (such as a `wl_surface` of Weston) are wrapped likewise; the host continues to handle their
/// requests.
public final class Resource {
    /// Nil once the resource was destroyed.
    // Unchecked, since every event reads it and it is only ever assigned, never borrowed: accesses cannot overlap. The
    // check would be half of the cost of an event in these bindings.
    @exclusivity(unchecked)
    public private(set) var pointer: OpaquePointer?
    /// Unique in this process, unlike the IDs of the protocol.
    public let id: UInt64
    /// The version that the client bound.
    public let version: UInt32
    /// The object ID on the wire, for logs.
    public let objectID: UInt32
    public let client: Client

    /// The handler of the object's requests, retained until the resource is destroyed.
    public private(set) var handler: AnyObject?

    private var dispatch: (Resource, UInt32, UnsafePointer<wl_argument>) -> Void = { _, _, _ in }
    /// Notifies `handler` of the destruction.
    private var tellHandler: (Resource) -> Void = { _ in }
    private var destroyedHandlers: [() -> Void] = []
    /// The destroy listener on a host's resource.
    private var foreignListener: UnsafeMutablePointer<dray_listener>?

    private init(_ pointer: OpaquePointer, client: OpaquePointer) {
        self.pointer = pointer
        id = Identifier.next()
        version = UInt32(wl_resource_get_version(pointer))
        objectID = wl_resource_get_id(pointer)
        self.client = Client.of(client)
    }

    /// Creates a resource whose requests are decoded and, until a handler is set, ignored.
    /// - Parameter id: The client's ID for it, or 0 for an object that the server introduces.
    /// - Returns: Nil if there is no memory.
    static func create<Object: ResourceObject>(
        _ type: Object.Type, client: OpaquePointer, version: UInt32, id: UInt32
    ) -> Resource? {
        let interface = Object.interface.pointer.assumingMemoryBound(to: wl_interface.self)
        guard let pointer = wl_resource_create(client, interface, Int32(version), id) else { return nil }
        let resource = Resource(pointer, client: client)
        resource.dispatch = { resource, opcode, arguments in
            Object.dispatch(resource, opcode, arguments, to: Optional<InertHandler<Object>>.none)
        }
        // Retained here, released in `handleDestroyed`, which libwayland calls exactly once.
        wl_resource_set_dispatcher(
            pointer, handleRequest, UnsafeRawPointer(bitPattern: Identity.resourceMarker),
            Unmanaged.passRetained(resource).toOpaque(), handleDestroyed
        )
        return resource
    }

    /// Returns the Swift object of a resource, whether these bindings or a host created it.
    ///
    /// Must not be called in a host's own destroy callback: a resource that is wrapped for the first time there would
    /// appear to be alive, since libwayland does not notify new listeners any more.
    public static func of(_ pointer: OpaquePointer) -> Resource {
        let interface = wl_resource_get_class(pointer)
        if isOurs(pointer, interface) {
            return Unmanaged<Resource>.fromOpaque(wl_resource_get_user_data(pointer)).takeUnretainedValue()
        }
        return foreign(pointer)
    }

    public var isAlive: Bool { pointer != nil }

    /// The interface's name in the protocol.
    public var interfaceName: String {
        guard let pointer else { return "" }
        return String(cString: wl_resource_get_class(pointer))
    }

    /// Calls `handler` once, when the resource is destroyed; at once if it is destroyed already.
    public func whenDestroyed(_ handler: @escaping () -> Void) {
        if isAlive { destroyedHandlers.append(handler) } else { handler() }
    }

    /// Destroys the object, as its destructor request does. For objects that the server itself ends.
    public func destroy() {
        if let pointer { wl_resource_destroy(pointer) }
    }

    /// Disconnects the client with an error on this object; `code` is one of the object's interface.
    public func postError(_ code: UInt32, _ message: String) {
        guard let pointer else { return }
        let name = interfaceName
        dray_resource_post_error(pointer, code, message)
        client.whenErred?(client, "\(name): \(message)")
    }

    // MARK: For generated code

    /// Sends an event without arguments.
    public func post(_ opcode: UInt32) {
        if let pointer { wl_resource_post_event_array(pointer, opcode, nil) }
    }

    /// Sends an event; `body` writes exactly `count` arguments.
    @inline(__always)
    public func post(_ opcode: UInt32, count: Int, _ body: (inout ArgumentWriter) -> Void) {
        guard let pointer else { return }
        ArgumentWriter.withArguments(count, body) { arguments in
            wl_resource_post_event_array(pointer, opcode, arguments.assumingMemoryBound(to: wl_argument.self))
        }
    }

    // MARK: Handlers

    func install<Handler: ResourceHandler>(_ handler: Handler) {
        guard isAlive else { return handler.destroyed(Handler.Object(self)) }
        self.handler = handler
        dispatch = { [unowned handler] resource, opcode, arguments in
            Handler.Object.dispatch(resource, opcode, arguments, to: handler)
        }
        // Unowned, since `self.handler` retains it and is replaced together with both closures; `die` releases it last.
        tellHandler = { [unowned handler] resource in handler.destroyed(Handler.Object(resource)) }
    }

    private static func isOurs(_ pointer: OpaquePointer, _ interface: UnsafePointer<CChar>?) -> Bool {
        // `wl_resource_instance_of` requires an interface, of which it compares only the name.
        var named = wl_interface()
        named.name = interface
        return wl_resource_instance_of(pointer, &named, UnsafeRawPointer(bitPattern: Identity.resourceMarker)) != 0
    }

    private static func foreign(_ pointer: OpaquePointer) -> Resource {
        if let known = dray_resource_peer(pointer, Identity.peerFunction) {
            return Unmanaged<Resource>.fromOpaque(known).takeUnretainedValue()
        }
        let resource = Resource(pointer, client: wl_resource_get_client(pointer))
        let listener = UnsafeMutablePointer<dray_listener>.allocate(capacity: 1)
        // Retained here, released in `handleForeignDestroyed`, which libwayland calls exactly once.
        dray_peer_init(
            listener, Identity.peerFunction, Unmanaged.passRetained(resource).toOpaque(), handleForeignDestroyed)
        resource.foreignListener = listener
        wl_resource_add_destroy_listener(
            pointer, UnsafeMutableRawPointer(listener).assumingMemoryBound(to: wl_listener.self))
        return resource
    }

    private func die() {
        pointer = nil
        tellHandler(self)
        let handlers = destroyedHandlers
        destroyedHandlers = []
        for handler in handlers { handler() }
        dispatch = { _, _, _ in }
        tellHandler = { _ in }
        handler = nil
    }

    private static let handleRequest: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
        guard let target, let arguments else { return 0 }
        let data = wl_resource_get_user_data(OpaquePointer(target))
        let resource = Unmanaged<Resource>.fromOpaque(data!).takeUnretainedValue()
        withExtendedLifetime(resource) { resource.dispatch(resource, opcode, arguments) }
        return 0
    }

    private static let handleDestroyed: wl_resource_destroy_func_t = { pointer in
        let resource = Unmanaged<Resource>.fromOpaque(wl_resource_get_user_data(pointer)!).takeRetainedValue()
        resource.die()
    }

    private static let handleForeignDestroyed:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
            { context, _ in
                let resource = Unmanaged<Resource>.fromOpaque(context!).takeRetainedValue()
                if let listener = resource.foreignListener {
                    dray_listener_remove(listener)
                    listener.deallocate()
                    resource.foreignListener = nil
                }
                resource.die()
            }
}

extension Resource: Hashable {
    public static func == (left: Resource, right: Resource) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
