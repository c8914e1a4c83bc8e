// SPDX-License-Identifier: MIT

/// Reads the arguments of a request or an event that are the same on both sides. Used by generated code.
///
/// Objects are read by each side's own type, since they are resources on a server and proxies on a client.
public protocol MessageReader {
    var arguments: ArgumentReader { get }
}

extension MessageReader {
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
}
