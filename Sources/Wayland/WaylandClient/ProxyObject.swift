// SPDX-License-Identifier: MIT

internal import CWaylandClient
public import WaylandUtil

/// A proxy with the requests and events of its interface. Conforming types are generated.
public protocol ProxyObject: Equatable {
    /// The events of the interface.
    associatedtype Event

    static var interface: InterfaceReference { get }
    var proxy: Proxy { get }

    init(_ proxy: Proxy)
    static func decode(_ opcode: UInt32, from reader: inout EventReader) throws(InvalidArgument) -> Event
}

extension ProxyObject {
    /// Sets the handler for all events of the object; it replaces an earlier one.
    ///
    /// The object retains the handler; a handler should refer to the object only weakly.
    public func onEvent(_ handler: @escaping (Event) -> Void) {
        proxy.handle(Self.self, handler)
    }

    public static func == (left: Self, right: Self) -> Bool { left.proxy === right.proxy }
}
