// SPDX-License-Identifier: MIT

/// An enum of a protocol: a set of values, or of bits for a bitfield. Messages must not contain any others.
public protocol WireEnumeration: RawRepresentable, Sendable where RawValue == UInt32 {
    /// Nil for a value that the protocol does not define.
    init?(validating value: UInt32)
}

extension WireEnumeration {
    public init?(validating value: UInt32) {
        self.init(rawValue: value)
    }
}
