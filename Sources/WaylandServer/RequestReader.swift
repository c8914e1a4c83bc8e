// SPDX-License-Identifier: MIT

internal import CWaylandServer
public import WaylandUtil

/// Reads the arguments of one request. Used by generated code; see `ArgumentReader`.
public struct RequestReader {
    private let resource: Resource
    private let arguments: ArgumentReader

    init(resource: Resource, arguments: UnsafePointer<wl_argument>) {
        self.resource = resource
        self.arguments = ArgumentReader(arguments: arguments)
    }

    public func int(_ index: Int) -> Int32 { arguments.int(index) }
    public func uint(_ index: Int) -> UInt32 { arguments.uint(index) }
    public func fixed(_ index: Int) -> Fixed { arguments.fixed(index) }
    public func array(_ index: Int) -> WireArray { arguments.array(index) }
    public func descriptor(_ index: Int) -> ReceivedDescriptor { arguments.descriptor(index) }
    public func unknownOpcode(_ opcode: UInt32) -> InvalidArgument { arguments.unknownOpcode(opcode) }

    public func string(_ index: Int, _ message: String, _ argument: String) throws(InvalidArgument) -> String {
        try arguments.string(index, message, argument)
    }

    public func optionalString(_ index: Int, _ message: String, _ argument: String) throws(InvalidArgument) -> String? {
        try arguments.optionalString(index, message, argument)
    }

    public func enumeration<Value: WireEnumeration>(
        _ index: Int, _ type: Value.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Value {
        try arguments.enumeration(index, type, message, argument)
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

    /// Makes the object that the request asks for, with the version of the object that it was asked of.
    public func newObject<Object: ResourceObject>(
        _ index: Int, _ type: Object.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Object {
        guard let client = resource.client.pointer,
            let created = Resource.create(type, client: client, version: resource.version, id: arguments.newID(index))
        else { throw InvalidArgument(message: message, argument: argument, reason: .outOfMemory) }
        return Object(created)
    }
}
