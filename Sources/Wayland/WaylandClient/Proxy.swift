// SPDX-License-Identifier: MIT

internal import CWaylandClient
public import WaylandUtil

/// The client side of a protocol object. The corresponding C type is `struct wl_proxy`.
///
/// Events arrive while this object is referenced. Releasing the last reference destroys the proxy; the compositor's
/// object is destroyed only by the interface's own destructor request.
public final class Proxy {
    /// Nil once the object was destroyed.
    public private(set) var pointer: OpaquePointer?
    public let version: UInt32
    /// The object ID on the wire.
    public let objectID: UInt32

    private let connection: Connection
    private let isOwned: Bool
    private var dispatch: (Proxy, UInt32, UnsafePointer<wl_argument>) -> Void = { _, _, _ in }

    /// Takes ownership of a proxy that libwayland has just created.
    init<Object: ProxyObject>(owning pointer: OpaquePointer, _ type: Object.Type, connection: Connection) {
        self.pointer = pointer
        self.connection = connection
        version = wl_proxy_get_version(pointer)
        objectID = wl_proxy_get_id(pointer)
        isOwned = true
        // Unretained: deinit destroys the proxy, and with it the last use of this address.
        wl_proxy_add_dispatcher(
            pointer, Self.handleEvent, UnsafeRawPointer(bitPattern: Self.marker),
            Unmanaged.passUnretained(self).toOpaque())
        dispatch = Self.ignoring(type)
    }

    /// The connection's own `wl_display` object, which lives as long as the connection.
    init(display: Connection) {
        pointer = display.pointer
        connection = display
        version = 1
        objectID = 1
        isOwned = false
    }

    deinit {
        if isOwned, let pointer { wl_proxy_destroy(pointer) }
    }

    public var isAlive: Bool { pointer != nil }

    /// Destroys the proxy without a request, for interfaces without a destructor.
    public func forget() {
        if isOwned, let pointer { wl_proxy_destroy(pointer) }
        pointer = nil
        dispatch = { _, _, _ in }
    }

    // MARK: For generated code

    /// Sends a request.
    public func marshal(_ opcode: UInt32, count: Int = 0, _ body: (inout ArgumentWriter) -> Void = { _ in }) {
        guard let pointer else { return }
        _ = Self.marshal(pointer, opcode, nil, version, 0, count, body)
    }

    /// Sends the destructor request.
    public func destroy(_ opcode: UInt32, count: Int = 0, _ body: (inout ArgumentWriter) -> Void = { _ in }) {
        guard let pointer else { return }
        let sent = Self.marshal(pointer, opcode, nil, version, UInt32(WL_MARSHAL_FLAG_DESTROY), count, body)
        // The request was not sent, since an argument is dead; the proxy is destroyed anyway.
        if sent == nil { wl_proxy_destroy(pointer) }
        self.pointer = nil
        dispatch = { _, _, _ in }
    }

    /// Sends a request that creates an object.
    public func construct<Object: ProxyObject>(
        _ opcode: UInt32, _ type: Object.Type, version: UInt32, count: Int, _ body: (inout ArgumentWriter) -> Void
    ) -> Object {
        guard let pointer, let sent = Self.marshal(pointer, opcode, Object.interface, version, 0, count, body),
            let created = sent
        else {
            // Out of memory, or this object is dead: the new object is dead from the start.
            return Object(Proxy(deadOn: connection))
        }
        return Object(Proxy(owning: created, type, connection: connection))
    }

    // MARK: Events

    func handle<Object: ProxyObject>(_ type: Object.Type, _ handler: @escaping (Object.Event) -> Void) {
        dispatch = { proxy, opcode, arguments in
            var reader = EventReader(connection: proxy.connection, arguments: arguments)
            // An event with values that these bindings do not know, from a newer compositor, is ignored.
            guard let event = try? Object.decode(opcode, from: &reader) else { return }
            handler(event)
        }
    }

    /// Returns the Swift object of a proxy that arrived as an argument.
    static func of(_ pointer: OpaquePointer) -> Proxy? {
        // libwayland's own proxies have other user data.
        guard wl_proxy_get_listener(pointer) == UnsafeRawPointer(bitPattern: marker),
            let data = wl_proxy_get_user_data(pointer)
        else {
            return nil
        }
        return Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
    }

    private init(deadOn connection: Connection) {
        self.connection = connection
        pointer = nil
        version = 0
        objectID = 0
        isOwned = false
    }

    /// Decodes events without a handler, so that their descriptors and objects are released.
    private static func ignoring<Object: ProxyObject>(
        _ type: Object.Type
    ) -> (Proxy, UInt32, UnsafePointer<wl_argument>) -> Void {
        { proxy, opcode, arguments in
            var reader = EventReader(connection: proxy.connection, arguments: arguments)
            _ = try? Object.decode(opcode, from: &reader)
        }
    }

    /// - Returns: The new object, if the request creates one; an outer nil if nothing was sent because an argument is
    ///   dead.
    private static func marshal(
        _ pointer: OpaquePointer, _ opcode: UInt32, _ interface: InterfaceReference?, _ version: UInt32,
        _ flags: UInt32,
        _ count: Int, _ body: (inout ArgumentWriter) -> Void
    ) -> OpaquePointer?? {
        ArgumentWriter.withArguments(count, body) { arguments in
            wl_proxy_marshal_array_flags(
                pointer, opcode, interface?.pointer.assumingMemoryBound(to: wl_interface.self), version, flags,
                arguments.assumingMemoryBound(to: wl_argument.self))
        }
    }

    /// Distinguishes these proxies from libwayland's own; a number, since pointers are not Sendable.
    private static let marker = UInt(bitPattern: dray_proxy_marker())

    private static let handleEvent: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
        guard let target, let arguments, let proxy = Proxy.of(OpaquePointer(target)) else { return 0 }
        withExtendedLifetime(proxy) { proxy.dispatch(proxy, opcode, arguments) }
        return 0
    }
}

extension Proxy: Hashable {
    public static func == (left: Proxy, right: Proxy) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
