// SPDX-License-Identifier: MIT

/// A signed 24.8 fixed-point number, the format of coordinates in Wayland.
///
/// The corresponding C type is `wl_fixed_t`.
@frozen
public struct Fixed: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Creates the nearest representable value, with ties to even. Values out of range are clamped; NaN becomes 0.
    @inlinable
    public init(_ value: Double) {
        let scaled = value * 256
        guard scaled >= Double(Int32.min), scaled <= Double(Int32.max) else {
            rawValue = scaled.isNaN ? 0 : scaled < 0 ? .min : .max
            return
        }
        // Adding 1.5 * 2^52 leaves no room for a fraction, so the lowest bits are the integer. The processor rounds in
        // the addition; `rounded()` would be a call, twice in every motion.
        rawValue = Int32(truncatingIfNeeded: (scaled + 0x1.8p52).bitPattern)
    }

    public var doubleValue: Double { Double(rawValue) / 256 }
}
