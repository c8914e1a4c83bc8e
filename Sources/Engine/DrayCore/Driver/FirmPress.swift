// SPDX-License-Identifier: MIT

// Firm presses with a pen or finger (HIG-19). Handwriting uses a third to a half of a pen's pressure range, and no
// pressure is held constant: the threshold for a firm press is well above that, and the one for its end well below.
//
//   state  event                                   next   effect
//   -----  --------------------------------------  -----  ---------------
//   light  the pressure reaches 0.7                firm   a firm press
//   firm   it falls to 0.5                         light  –

/// Detects firm presses of a pen or a finger. A value type that receives each pressure of the device.
public struct FirmPress: Equatable, Sendable {
    private var isFirm = false

    /// The threshold of a firm press, relative to the maximum pressure of the device.
    public static let firm = 0.7
    public static let light = 0.5

    public init() {}

    /// - Returns: Whether a firm press has just begun. NaN counts as no pressure.
    public mutating func changed(to pressure: Double) -> Bool {
        switch isFirm {
        case true:
            if pressure <= Self.light { isFirm = false }
            return false
        case false:
            isFirm = pressure >= Self.firm
            return isFirm
        }
    }
}
