// SPDX-License-Identifier: MIT

internal import CWaylandServer
public import WaylandUtil

/// A resource with the vocabulary of its interface. Conforming types are generated.
public protocol ResourceObject: Equatable {
    /// What a client may ask of the object.
    associatedtype Request

    static var interface: InterfaceReference { get }
    var resource: Resource { get }

    init(_ resource: Resource)
    static func decode(_ opcode: UInt32, from reader: inout RequestReader) throws(InvalidArgument) -> Request
    /// Whether the request with that number ends the object.
    static func isDestructor(_ opcode: UInt32) -> Bool
}

extension ResourceObject {
    /// An object that the server introduces to a client, in the event that announces it.
    /// - Returns: nil if there is no memory or no client; the client has been told then.
    public static func create(for client: Client, version: UInt32) -> Self? {
        guard let pointer = client.pointer else { return nil }
        guard let resource = Resource.create(Self.self, client: pointer, version: version, id: 0) else {
            client.postNoMemory()
            return nil
        }
        return Self(resource)
    }

    /// The object of a resource that a host made; the host says that it is of this interface.
    public init(borrowing pointer: OpaquePointer) {
        self.init(Resource.of(pointer))
    }

    /// Whom the object belongs to.
    public var client: Client { resource.client }

    /// Lets `handler` answer the object's requests, in place of an earlier one, of which the object lets go without a
    /// word. The object keeps it until it dies; an object that is dead already only calls its `destroyed`.
    ///
    /// An object without a handler is inert: its requests are read, descriptors in them closed, and nothing happens.
    public func setHandler<Handler: ResourceHandler>(_ handler: Handler) where Handler.Object == Self {
        resource.install(handler)
    }

    /// What stands behind the object, if it is of that type.
    public func handler<Handler: ResourceHandler>(as type: Handler.Type) -> Handler? where Handler.Object == Self {
        resource.handler as? Handler
    }

    public static func == (left: Self, right: Self) -> Bool { left.resource === right.resource }

    static func dispatch<Handler: ResourceHandler>(
        _ resource: Resource, _ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>, to handler: Handler?
    ) where Handler.Object == Self {
        resource.client.whileHandlingRequest { isListenedTo in
            // Decoded in any case: the client's new objects must exist, and its descriptors be closed.
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

/// Answers the requests of the objects of one interface.
public protocol ResourceHandler<Object>: AnyObject {
    associatedtype Object: ResourceObject

    /// A client asked something of `object`. Requests that end the object arrive here as well, just before it ends.
    func handle(_ request: Object.Request, on object: Object)

    /// The object is gone, in whatever way; called exactly once, before what `Resource.whenDestroyed` was given.
    func destroyed(_ object: Object)

    /// The interface's own error code for an argument that the protocol does not allow; nil for the general one.
    func errorCode(for error: InvalidArgument) -> UInt32?
}

extension ResourceHandler {
    public func destroyed(_ object: Object) {}
    public func errorCode(for error: InvalidArgument) -> UInt32? { nil }
}

/// Stands where an object has no handler.
final class InertHandler<Object: ResourceObject>: ResourceHandler {
    func handle(_ request: Object.Request, on object: Object) {}
}
