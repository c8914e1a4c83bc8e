// SPDX-License-Identifier: MIT

import CXKBCommon
import DrayCore

/// Which real modifier bits of a keymap stand for which modifier: looked up by name once, so that reading a state costs
/// a few comparisons.
///
/// Alt, Super, LevelThree and NumLock are *virtual* in xkb; the keymap says which of Mod1 to Mod5 they are, and not all
/// keymaps agree. Where a keymap has no virtual modifier of the name, the customary real one counts.
struct ModifierBits {
    private let shift: UInt32
    private let control: UInt32
    private let alt: UInt32
    private let logo: UInt32
    private let level3: UInt32
    private let capsLock: UInt32
    private let numLock: UInt32

    init(of keymap: OpaquePointer) {
        shift = Self.bits(in: keymap, "Shift")
        control = Self.bits(in: keymap, "Control")
        alt = Self.bits(in: keymap, "Alt", "Mod1")
        logo = Self.bits(in: keymap, "Super", "Mod4")
        level3 = Self.bits(in: keymap, "LevelThree", "Mod5")
        capsLock = Self.bits(in: keymap, "Lock")
        numLock = Self.bits(in: keymap, "NumLock", "Mod2")
    }

    func modifiers(in mask: UInt32) -> Modifiers {
        var modifiers: Modifiers = []
        func add(_ modifier: Modifiers, if bits: UInt32) {
            if bits != 0, mask & bits == bits { modifiers.insert(modifier) }
        }
        add(.shift, if: shift)
        add(.control, if: control)
        add(.alt, if: alt)
        add(.logo, if: logo)
        add(.level3, if: level3)
        add(.capsLock, if: capsLock)
        add(.numLock, if: numLock)
        return modifiers
    }

    /// The bits of the first of the names that the keymap gives any to.
    private static func bits(in keymap: OpaquePointer, _ names: String...) -> UInt32 {
        for name in names {
            let index = xkb_keymap_mod_get_index(keymap, name)
            guard index != UInt32.max else { continue }
            let bits = realBits(ofModifier: index, in: keymap)
            if bits != 0 { return bits }
        }
        return 0
    }

    /// xkbcommon has no question for this before 1.11, but a state that is told of a virtual modifier adds the real ones.
    private static func realBits(ofModifier index: xkb_mod_index_t, in keymap: OpaquePointer) -> UInt32 {
        guard index < 32, let state = xkb_state_new(keymap) else { return 0 }
        defer { xkb_state_unref(state) }
        _ = xkb_state_update_mask(state, 1 << index, 0, 0, 0, 0, 0)
        let all = xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED)
        // Shift, Lock, Control and Mod1 to Mod5 are the first eight of every keymap.
        return all & 0xff
    }
}
