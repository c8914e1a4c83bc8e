// SPDX-License-Identifier: MIT

/// A message that libwayland has received, with an argument that the protocol does not allow.
public struct InvalidArgument: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message's name in the protocol: `set_actions`.
    public var message: String
    /// The argument's name in the protocol: `dnd_actions`.
    public var argument: String
    public var reason: Reason

    public enum Reason: Equatable, Sendable {
        /// The value is not in the argument's enum, or has unknown bits.
        case unknownValue(UInt32)
        /// A string that is not UTF-8.
        case notUTF8
        /// NULL, or an object that has been destroyed, where an object is required.
        case missingObject
        /// An object could not be created for lack of memory.
        case outOfMemory
        /// An unknown opcode. libwayland rejects these, so this is a bug in the bindings.
        case unknownOpcode(UInt32)
    }

    public init(message: String, argument: String, reason: Reason) {
        self.message = message
        self.argument = argument
        self.reason = reason
    }

    public var description: String {
        switch reason {
        case .unknownValue(let value): "\(message): \(argument) cannot be \(value)"
        case .notUTF8: "\(message): \(argument) is not UTF-8"
        case .missingObject: "\(message): \(argument) is not an object"
        case .outOfMemory: "\(message): no memory for \(argument)"
        case .unknownOpcode(let opcode): "no message has the number \(opcode)"
        }
    }
}
