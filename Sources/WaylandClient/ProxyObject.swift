// SPDX-License-Identifier: MIT

internal import CWaylandClient
public import WaylandUtil

/// A proxy with the vocabulary of its interface. Conforming types are generated.
public protocol ProxyObject: Equatable {
    /// What a compositor may tell of the object.
    associatedtype Event

    static var interface: InterfaceReference { get }
    var proxy: Proxy { get }

    init(_ proxy: Proxy)
    static func decode(_ opcode: UInt32, from reader: inout EventReader) throws(InvalidArgument) -> Event
}

extension ProxyObject {
    /// Calls `handler` with every event of the object, in place of an earlier handler.
    ///
    /// The object keeps the handler; a handler that refers to the object itself should do so weakly.
    public func onEvent(_ handler: @escaping (Event) -> Void) {
        proxy.handle(Self.self, handler)
    }

    public static func == (left: Self, right: Self) -> Bool { left.proxy === right.proxy }
}
