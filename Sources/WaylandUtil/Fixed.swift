// SPDX-License-Identifier: MIT

/// A signed number with 24 bits before the point and 8 after it: how Wayland writes coordinates.
///
/// The corresponding C type is `wl_fixed_t`.
@frozen
public struct Fixed: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The nearest representable value; what does not fit becomes the largest or smallest, not a number becomes 0.
    public init(_ value: Double) {
        let scaled = (value * 256).rounded()
        rawValue = scaled.isNaN ? 0 : Int32(max(Double(Int32.min), min(Double(Int32.max), scaled)))
    }

    public var doubleValue: Double { Double(rawValue) / 256 }
}
