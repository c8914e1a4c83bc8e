// SPDX-License-Identifier: MIT

public import DrayCore

/// The way to type a keysym with a keymap: a key, and the state in which it is pressed.
public struct KeyStroke: Hashable, Sendable {
    /// The evdev code of the key.
    public var code: UInt32
    /// The layout that has to be in effect, counted from 0.
    public var layout: UInt32
    /// The modifiers that have to be in effect, as far as Dray has a name for them.
    public var modifiers: Modifiers
    /// All modifiers that have to be in effect, as the keymap's own bits; suitable for `ModifierMasks.depressed`.
    public var mask: UInt32

    public init(code: UInt32, layout: UInt32 = 0, modifiers: Modifiers = [], mask: UInt32 = 0) {
        self.code = code
        self.layout = layout
        self.modifiers = modifiers
        self.mask = mask
    }
}
