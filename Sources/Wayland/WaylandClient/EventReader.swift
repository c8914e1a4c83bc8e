// SPDX-License-Identifier: MIT

internal import CWaylandClient
public import WaylandUtil

/// Reads the arguments of one event. Used by generated code; see `MessageReader`.
public struct EventReader: MessageReader {
    private let connection: Connection
    public let arguments: ArgumentReader

    init(connection: Connection, arguments: UnsafePointer<wl_argument>) {
        self.connection = connection
        self.arguments = ArgumentReader(arguments: arguments)
    }

    /// Nil for NULL, and for an object that this client has destroyed.
    public func optionalHandle(_ index: Int) -> Proxy? {
        arguments.object(index).flatMap(Proxy.of)
    }

    public func optionalObject<Object: ProxyObject>(_ index: Int, _ type: Object.Type) -> Object? {
        optionalHandle(index).map(Object.init)
    }

    /// The object that the event introduces. The caller must keep it to receive its events.
    public func newObject<Object: ProxyObject>(
        _ index: Int, _ type: Object.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Object {
        // libwayland has created the proxy already, and passes it as the argument.
        guard let pointer = arguments.object(index) else {
            throw InvalidArgument(message: message, argument: argument, reason: .missingObject)
        }
        return Object(Proxy(owning: pointer, type, connection: connection))
    }
}
