// SPDX-License-Identifier: MIT

internal import CWaylandClient
public import WaylandUtil

/// Reads the arguments of one event. Used by generated code; see `ArgumentReader`.
public struct EventReader {
    private let connection: Connection
    private let arguments: ArgumentReader

    init(connection: Connection, arguments: UnsafePointer<wl_argument>) {
        self.connection = connection
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

    /// Nil for NULL, and for an object that this client has destroyed meanwhile.
    public func optionalHandle(_ index: Int) -> Proxy? {
        arguments.object(index).flatMap(Proxy.of)
    }

    public func optionalObject<Object: ProxyObject>(_ index: Int, _ type: Object.Type) -> Object? {
        optionalHandle(index).map(Object.init)
    }

    /// The object that the event introduces. Somebody must keep it, or its events are lost.
    public func newObject<Object: ProxyObject>(
        _ index: Int, _ type: Object.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Object {
        // libwayland has made the proxy already, and hands it over as the argument.
        guard let pointer = arguments.object(index) else {
            throw InvalidArgument(message: message, argument: argument, reason: .missingObject)
        }
        return Object(Proxy(owning: pointer, type, connection: connection))
    }
}
