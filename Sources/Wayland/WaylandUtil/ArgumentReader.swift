// SPDX-License-Identifier: MIT

import CWaylandUtil

/// Reads the arguments of one message that libwayland has received, by their index. Used by generated code.
///
/// The memory belongs to libwayland and is valid during one dispatch, so a reader must not be kept.
public struct ArgumentReader {
    private let arguments: UnsafePointer<wl_argument>

    /// - Parameter arguments: The address of the message's `union wl_argument` array.
    public init(arguments: UnsafeRawPointer) {
        self.arguments = arguments.assumingMemoryBound(to: wl_argument.self)
    }

    public func int(_ index: Int) -> Int32 { arguments[index].i }
    public func uint(_ index: Int) -> UInt32 { arguments[index].u }
    public func fixed(_ index: Int) -> Fixed { Fixed(rawValue: arguments[index].f) }
    public func newID(_ index: Int) -> UInt32 { arguments[index].n }
    /// A `wl_resource` on a server, a `wl_proxy` on a client; nil for NULL.
    public func object(_ index: Int) -> OpaquePointer? { arguments[index].o }

    /// Takes ownership of the descriptor.
    public func descriptor(_ index: Int) -> ReceivedDescriptor { ReceivedDescriptor(owning: arguments[index].h) }

    public func array(_ index: Int) -> WireArray {
        guard let array = arguments[index].a, let data = array.pointee.data else { return WireArray() }
        return WireArray(bytes: Array(UnsafeRawBufferPointer(start: data, count: array.pointee.size)))
    }

    public func optionalString(_ index: Int, _ message: String, _ argument: String) throws(InvalidArgument) -> String? {
        guard let bytes = arguments[index].s else { return nil }
        guard let text = String(validatingCString: bytes) else {
            throw InvalidArgument(message: message, argument: argument, reason: .notUTF8)
        }
        return text
    }

    /// libwayland has already rejected NULL if the protocol does not allow it.
    public func string(_ index: Int, _ message: String, _ argument: String) throws(InvalidArgument) -> String {
        try optionalString(index, message, argument) ?? ""
    }

    public func enumeration<Value: WireEnumeration>(
        _ index: Int, _ type: Value.Type, _ message: String, _ argument: String
    ) throws(InvalidArgument) -> Value {
        let raw = uint(index)
        guard let value = Value(validating: raw) else {
            throw InvalidArgument(message: message, argument: argument, reason: .unknownValue(raw))
        }
        return value
    }

    public func unknownOpcode(_ opcode: UInt32) -> InvalidArgument {
        InvalidArgument(message: "", argument: "", reason: .unknownOpcode(opcode))
    }
}
