// SPDX-License-Identifier: MIT

/// The reasons why a display cannot have rules.
public enum RulesFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case outOfMemory
    /// The libwayland of this process does not pass the arguments to protocol loggers that it sends or dispatches.
    case unsupported

    public var description: String {
        switch self {
        case .outOfMemory: "no memory for the rules of a display"
        case .unsupported: "this libwayland does not pass its own arguments to protocol loggers"
        }
    }
}
