// SPDX-License-Identifier: MIT

internal import WaylandUtil

/// The globals of a compositor, updated by the registry's events.
public final class GlobalList {
    public struct Entry: Equatable {
        public let name: UInt32
        public let interface: String
        public let version: UInt32
    }

    private let registry: WlRegistry
    public private(set) var entries: [Entry] = []

    /// Requests the registry. The list is filled by the next `Connection.roundtrip`.
    public init(_ connection: Connection) {
        registry = connection.display.getRegistry()
        registry.onEvent { [weak self] event in
            switch event {
            case .global(let name, let interface, let version):
                self?.entries.append(Entry(name: name, interface: interface, version: version))
            case .globalRemove(let name):
                self?.entries.removeAll { $0.name == name }
            }
        }
    }

    /// Binds the first global of an interface.
    /// - Parameter version: The maximum version; lower if the compositor or the bindings support less.
    /// - Returns: Nil if the compositor has no such global.
    public func bind<Object: ProxyObject>(_ type: Object.Type, version: UInt32 = .max) -> Object? {
        let interface = String(cString: Object.interface.name)
        guard let entry = entries.first(where: { $0.interface == interface }) else { return nil }
        return bind(entry, as: type, version: version)
    }

    /// Binds one of several globals of an interface, such as the second seat.
    public func bind<Object: ProxyObject>(_ entry: Entry, as type: Object.Type, version: UInt32 = .max) -> Object {
        registry.bind(name: entry.name, type, version: min(version, entry.version, Object.interface.version))
    }
}
