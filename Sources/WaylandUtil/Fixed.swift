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

    /// The nearest representable value, of two equally near ones the even; what does not fit becomes the largest or
    /// smallest, not a number becomes 0.
    @inlinable
    public init(_ value: Double) {
        let scaled = value * 256
        guard scaled >= Double(Int32.min), scaled <= Double(Int32.max) else {
            rawValue = scaled.isNaN ? 0 : scaled < 0 ? .min : .max
            return
        }
        // Beside one and a half times two to the 52 there is no room for a fraction, and the lowest bits are the integer.
        // The processor rounds in the addition; `rounded()` would be a call, twice in every motion.
        rawValue = Int32(truncatingIfNeeded: (scaled + 0x1.8p52).bitPattern)
    }

    public var doubleValue: Double { Double(rawValue) / 256 }
}
