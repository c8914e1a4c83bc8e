// SPDX-License-Identifier: MIT

internal import CWaylandServer
public import WaylandUtil

/// A resource with the requests and events of its interface. Conforming types are generated.
public protocol ResourceObject: Equatable {
    /// The requests of the interface.
    associatedtype Request

    static var interface: InterfaceReference { get }
    var resource: Resource { get }

    init(_ resource: Resource)
    static func decode(_ opcode: UInt32, from reader: inout RequestReader) throws(InvalidArgument) -> Request
    /// Whether the request with this opcode destroys the object.
    static func isDestructor(_ opcode: UInt32) -> Bool
}

extension ResourceObject {
    /// Creates an object that the server introduces to a client, in the event that announces it.
    /// - Returns: Nil if there is no memory, in which case the client is sent `no_memory`, or no client.
    public static func create(for client: Client, version: UInt32) -> Self? {
        guard let pointer = client.pointer else { return nil }
        guard let resource = Resource.create(Self.self, client: pointer, version: version, id: 0) else {
            client.postNoMemory()
            return nil
        }
        return Self(resource)
    }

    /// Wraps a resource that a host created; the caller guarantees that it is of this interface.
    public init(borrowing pointer: OpaquePointer) {
        self.init(Resource.of(pointer))
    }

    /// The client that owns the object.
    public var client: Client { resource.client }

    /// Sets the handler of the object's requests; an earlier one is released without a notification. The handler is
    /// retained until the object is destroyed; for an object that is destroyed already, only `destroyed` is called.
    ///
    /// An object without a handler is inert: its requests are decoded, and descriptors in them closed.
    public func setHandler<Handler: ResourceHandler>(_ handler: Handler) where Handler.Object == Self {
        resource.install(handler)
    }

    /// The handler of the object, if it is of that type.
    public func handler<Handler: ResourceHandler>(as type: Handler.Type) -> Handler? where Handler.Object == Self {
        resource.handler as? Handler
    }

    public static func == (left: Self, right: Self) -> Bool { left.resource === right.resource }

    static func dispatch<Handler: ResourceHandler>(
        _ resource: Resource, _ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>, to handler: Handler?
    ) where Handler.Object == Self {
        resource.client.whileHandlingRequest { isListenedTo in
            // Always decoded: the client's new objects must be created, and its descriptors closed.
            var reader = RequestReader(resource: resource, arguments: arguments)
            do throws(InvalidArgument) {
                let request = try decode(opcode, from: &reader)
                if isListenedTo { handler?.handle(request, on: Self(resource)) }
            } catch {
                reject(error, on: resource, by: handler)
            }
            if isDestructor(opcode) { resource.destroy() }
        }
    }

    private static func reject<Handler: ResourceHandler>(
        _ error: InvalidArgument, on resource: Resource, by handler: Handler?
    ) where Handler.Object == Self {
        if error.reason == .outOfMemory { return resource.client.postNoMemory() }
        if let code = handler?.errorCode(for: error) { return resource.postError(code, "\(error)") }
        resource.client.postInvalidMethod("\(resource.interfaceName)#\(resource.objectID).\(error)")
    }
}

/// Handles the requests of the objects of one interface.
public protocol ResourceHandler<Object>: AnyObject {
    associatedtype Object: ResourceObject

    /// Handles a request of a client to `object`. Called also for destructor requests, just before the object is
    /// destroyed.
    func handle(_ request: Object.Request, on object: Object)

    /// The object was destroyed, for whatever reason. Called exactly once, before the handlers of
    /// `Resource.whenDestroyed`.
    func destroyed(_ object: Object)

    /// The interface's own error code for an argument that the protocol does not allow; nil for the general one.
    func errorCode(for error: InvalidArgument) -> UInt32?
}

extension ResourceHandler {
    public func destroyed(_ object: Object) {}
    public func errorCode(for error: InvalidArgument) -> UInt32? { nil }
}

/// The handler type for objects without a handler.
final class InertHandler<Object: ResourceObject>: ResourceHandler {
    func handle(_ request: Object.Request, on object: Object) {}
}
