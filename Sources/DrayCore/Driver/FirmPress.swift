// SPDX-License-Identifier: MIT

// When who drags presses harder than it takes to hold on (HIG-19). A hand writes with a third to a half of what a pen can tell, and
// no hand holds a pressure still: what counts as firm is well above that, and as not firm any more well below.
//
//   state  what happened                           next   what is done
//   -----  --------------------------------------  -----  --------------
//   light  the pressure reaches seven tenths       firm   it was pressed
//   firm   it falls to half                        light  –

/// Whether a pen or a finger presses firmly: a value that is told each pressure that its device tells.
public struct FirmPress: Equatable, Sendable {
    private var isFirm = false

    /// Of all that a device can tell, 1.
    public static let firm = 0.7
    public static let light = 0.5

    public init() {}

    /// - Returns: whether it was pressed, just now. What is no number is no pressure.
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
