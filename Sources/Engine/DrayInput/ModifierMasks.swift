// SPDX-License-Identifier: MIT

/// The arguments of `wl_keyboard.modifiers`. The bits are meaningful only with the keymap that they come from.
public struct ModifierMasks: Hashable, Sendable {
    /// Held down.
    public var depressed: UInt32
    /// In effect for the next key only (sticky keys).
    public var latched: UInt32
    /// In effect until switched off.
    public var locked: UInt32
    /// The index of the layout in effect, from 0.
    public var group: UInt32

    public init(depressed: UInt32 = 0, latched: UInt32 = 0, locked: UInt32 = 0, group: UInt32 = 0) {
        self.depressed = depressed
        self.latched = latched
        self.locked = locked
        self.group = group
    }
}
