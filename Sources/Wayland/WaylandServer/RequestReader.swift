// SPDX-License-Identifier: MIT

internal import CWaylandServer
public import WaylandUtil

/// Reads the arguments of one request. Used by generated code; see `MessageReader`.
public struct RequestReader: MessageReader {
    private let resource: Resource
    public let arguments: ArgumentReader

    init(resource: Resource, arguments: UnsafePointer<wl_argument>) {
        self.resource = resource
        self.arguments = ArgumentReader(arguments: arguments)
    }

    public func optionalHandle(_ index: Int) -> Resource? {
        arguments.object(index).map(Resource.of)
    }

    public func handle(_ index: Int, _ message: String, _ argument: String) throws(InvalidArgument) -> Resource {
        guard let resource = optionalHandle(index) else {
            throw InvalidArgument(message: message, argument: argument, reason: .missingObject)
        }
        return resource
    }

    public func optionalObject<Object: ResourceObject>(_ index: Int, _ type: Object.Type) -> Object? {
        optionalHandle(index).map(Object.init)
    }

    public func object<Object: ResourceObject>(
        _ index: Int, _ type: Object.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Object {
        Object(try handle(index, message, argument))
    }

    /// Creates the object that the request asks for, with the version of the object that the request was sent to.
    public func newObject<Object: ResourceObject>(
        _ index: Int, _ type: Object.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Object {
        guard let client = resource.client.pointer,
            let created = Resource.create(type, client: client, version: resource.version, id: arguments.newID(index))
        else { throw InvalidArgument(message: message, argument: argument, reason: .outOfMemory) }
        return Object(created)
    }
}
