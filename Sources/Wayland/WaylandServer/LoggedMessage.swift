// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import WaylandUtil

/// One message between the display and a client, in readable form.
public struct LoggedMessage: Equatable, Sendable, CustomStringConvertible {
    public enum Direction: Equatable, Sendable {
        /// From the client.
        case request
        /// To the client.
        case event
    }

    public let direction: Direction
    /// `Client.id` of the client.
    public let client: UInt64
    /// The client's process ID; 0 if unknown.
    public let processID: Int32
    /// The interface of the object: `wl_surface`.
    public let interface: String
    /// The object ID on the wire.
    public let objectID: UInt32
    /// The name in the protocol: `set_input_region`.
    public let name: String
    /// The arguments: integers, fixed-point numbers as decimals, strings in quotes, objects as `wl_surface#12`, new
    /// objects as `new wl_callback#13`, descriptors as `fd`, arrays as `array[16]` with their size in bytes, NULL as
    /// `nil`.
    public let arguments: [Argument]

    /// A value with its name in the protocol; its index in place of the name for an interface without bindings here.
    public struct Argument: Equatable, Sendable {
        public let name: String
        public let value: String
    }

    public var description: String {
        let arrow = direction == .event ? "->" : "<-"
        let values = arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        return "\(processID) \(arrow) \(interface)#\(objectID).\(name)(\(values))"
    }

    init(_ message: wl_protocol_logger_message, _ resource: OpaquePointer, isEvent: Bool) {
        direction = isEvent ? .event : .request
        let client = Client.of(wl_resource_get_client(resource))
        self.client = client.id
        processID = client.processID
        interface = String(cString: wl_resource_get_class(resource))
        objectID = wl_resource_get_id(resource)
        name = String(cString: message.message.pointee.name)
        let names = ProtocolInterfaces.table.argumentNames(interface: interface, message: name)
        arguments = Self.arguments(of: message).enumerated().map { index, value in
            Argument(name: names.indices.contains(index) ? names[index] : "\(index)", value: value)
        }
    }

    private static func arguments(of message: wl_protocol_logger_message) -> [String] {
        guard var letter = message.message.pointee.signature, let values = message.arguments else { return [] }
        var texts: [String] = []
        // A signature consists of digits (the version of the message), `?` (may be NULL) and one letter for each
        // argument.
        while letter.pointee != 0, texts.count < Int(message.arguments_count) {
            let value = values[texts.count]
            switch UInt8(bitPattern: letter.pointee) {
            case UInt8(ascii: "i"): texts.append("\(value.i)")
            case UInt8(ascii: "u"): texts.append("\(value.u)")
            case UInt8(ascii: "f"): texts.append("\(Fixed(rawValue: value.f).doubleValue)")
            case UInt8(ascii: "s"): texts.append(value.s.map { quoted(String(cString: $0)) } ?? "nil")
            case UInt8(ascii: "o"): texts.append(value.o.map(object) ?? "nil")
            case UInt8(ascii: "n"): texts.append(newObject(value.n, message.message.pointee.types[texts.count]))
            case UInt8(ascii: "a"): texts.append("array[\(value.a?.pointee.size ?? 0)]")
            case UInt8(ascii: "h"): texts.append("fd")
            default: break
            }
            letter += 1
        }
        return texts
    }

    private static func object(_ pointer: OpaquePointer) -> String {
        // On a server every object argument is a resource.
        "\(String(cString: wl_resource_get_class(pointer)))#\(wl_resource_get_id(pointer))"
    }

    private static func newObject(_ id: UInt32, _ interface: UnsafePointer<wl_interface>?) -> String {
        "new \(interface.map { String(cString: $0.pointee.name) } ?? "object")#\(id)"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" || scalar.value < 32 ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }
}
