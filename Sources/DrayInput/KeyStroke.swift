// SPDX-License-Identifier: MIT

public import DrayCore

/// How to type something on a keymap: which key, and what has to be in effect meanwhile.
public struct KeyStroke: Hashable, Sendable {
    /// The evdev code of the key.
    public var code: UInt32
    /// The layout that has to be in effect, from 0.
    public var layout: UInt32
    /// The modifiers that have to be in effect, as far as Dray has a name for them.
    public var modifiers: Modifiers
    /// The same as a mask of the keymap's own bits, complete; `ModifierMasks.depressed` can take it.
    public var mask: UInt32

    public init(code: UInt32, layout: UInt32 = 0, modifiers: Modifiers = [], mask: UInt32 = 0) {
        self.code = code
        self.layout = layout
        self.modifiers = modifiers
        self.mask = mask
    }
}
