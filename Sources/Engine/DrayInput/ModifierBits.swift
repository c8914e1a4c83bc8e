// SPDX-License-Identifier: MIT

import CXKBCommon
import DrayCore

/// The assignment of a keymap's real modifier bits to modifiers, looked up by name once, so that reading a state takes
/// only a few comparisons.
///
/// Alt, Super, LevelThree and NumLock are *virtual* modifiers in xkb; the keymap maps them to Mod1 to Mod5, and keymaps
/// differ. If a keymap maps the name to no bit, the conventional one is used, unless another virtual modifier uses it.
struct ModifierBits {
    private let shift: UInt32
    private let control: UInt32
    private let alt: UInt32
    private let logo: UInt32
    private let level3: UInt32
    private let capsLock: UInt32
    private let numLock: UInt32

    init(of keymap: OpaquePointer) {
        let names = ModifierNames(of: keymap)
        shift = names.bits(of: "Shift")
        control = names.bits(of: "Control")
        alt = names.bits(of: "Alt", customarily: "Mod1")
        logo = names.bits(of: "Super", customarily: "Mod4")
        level3 = names.bits(of: "LevelThree", customarily: "Mod5")
        capsLock = names.bits(of: "Lock")
        numLock = names.bits(of: "NumLock", customarily: "Mod2")
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
}

/// Finds real modifier bits by name.
private struct ModifierNames {
    private let keymap: OpaquePointer
    /// The bits that the virtual modifiers of the keymap use.
    private let taken: UInt32

    /// Shift, Lock, Control and Mod1 to Mod5 are the first eight modifiers of every keymap; the others are virtual.
    private static let realCount: xkb_mod_index_t = 8

    init(of keymap: OpaquePointer) {
        self.keymap = keymap
        let count = xkb_keymap_num_mods(keymap)
        taken = (Self.realCount..<max(count, Self.realCount)).reduce(0) { bits, index in
            bits | Self.bits(ofModifier: index, in: keymap)
        }
    }

    /// Returns the bits of the modifier with a name; if it has none, those of the conventional modifier if they are
    /// unused.
    func bits(of name: String, customarily customary: String? = nil) -> UInt32 {
        let bits = bits(ofExactly: name)
        guard bits == 0, let customary else { return bits }
        let usual = self.bits(ofExactly: customary)
        return usual & taken == 0 ? usual : 0
    }

    private func bits(ofExactly name: String) -> UInt32 {
        let index = xkb_keymap_mod_get_index(keymap, name)
        return index == UInt32.max ? 0 : Self.bits(ofModifier: index, in: keymap)
    }

    /// xkbcommon has no function for this before 1.11, but a state with a virtual modifier set includes the real ones.
    private static func bits(ofModifier index: xkb_mod_index_t, in keymap: OpaquePointer) -> UInt32 {
        guard index < 32, let state = xkb_state_new(keymap) else { return 0 }
        defer { xkb_state_unref(state) }
        _ = xkb_state_update_mask(state, 1 << index, 0, 0, 0, 0, 0)
        return xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED) & ((1 << realCount) - 1)
    }
}
