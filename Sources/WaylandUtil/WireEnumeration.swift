// SPDX-License-Identifier: MIT

/// An enum of a protocol: a set of values, or (for a bitfield) of bits, of which the wire may hold no others.
public protocol WireEnumeration: RawRepresentable, Sendable where RawValue == UInt32 {
    /// Nil for a value that the protocol does not know.
    init?(validating value: UInt32)
}

extension WireEnumeration {
    public init?(validating value: UInt32) {
        self.init(rawValue: value)
    }
}
