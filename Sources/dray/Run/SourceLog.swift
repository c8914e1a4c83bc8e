// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// What clients have said of their data sources, as far as a drag begins with it: read from the wire, as any witness
/// could.
struct SourceLog {
    /// The last `wl_data_device.start_drag`.
    private(set) var lastStart: Start?

    private var sources: [Key: DragSource] = [:]
    private var versions: [UInt64: UInt32] = [:]

    struct Start {
        /// Nil for the protocol's NULL source.
        var source: DragSource?
        var serial: UInt32
    }

    private struct Key: Hashable {
        var client: UInt64
        var object: UInt32
    }

    mutating func take(_ message: LoggedMessage) {
        guard message.direction == .request else { return }
        let values = message.arguments.map(\.value)
        let key = Key(client: message.client, object: message.objectID)
        switch (message.interface, message.name) {
        case ("wl_registry", "bind"):
            guard values.count > 2, values[1] == "\"wl_data_device_manager\"" else { return }
            versions[message.client] = UInt32(values[2])
        case ("wl_data_device_manager", "create_data_source"):
            guard let object = values.first.flatMap(Self.number) else { return }
            sources[Key(client: message.client, object: object)] = DragSource(
                types: [], actions: nil, dialect: Dialect(version: versions[message.client] ?? 3))
        case ("wl_data_source", "offer"):
            guard let source = sources[key], let name = values.first, name.count >= 2 else { return }
            sources[key]?.types = Representations(source.types + [MimeType(String(name.dropFirst().dropLast()))])
        case ("wl_data_source", "set_actions"):
            sources[key]?.actions = values.first.flatMap { UInt32($0) }.map { DragActions(rawValue: $0) }
        case ("wl_data_source", "destroy"):
            sources[key] = nil
        case ("wl_data_device", "start_drag"):
            guard values.count == 4, let serial = UInt32(values[3]) else { return }
            let source = Self.number(values[0]).flatMap { sources[Key(client: message.client, object: $0)] }
            lastStart = Start(source: source, serial: serial)
        default: break
        }
    }

    /// The number of `wl_data_source#12`.
    private static func number(_ object: String) -> UInt32? {
        object.split(separator: "#").last.flatMap { UInt32($0) }
    }
}
