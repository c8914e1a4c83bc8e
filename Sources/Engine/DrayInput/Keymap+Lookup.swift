// SPDX-License-Identifier: MIT

import CXKBCommon
import DrayCore

// The reverse lookup, from a name or a keysym to the key, for virtual keyboards.

extension Keymap {
    /// Returns the evdev code of a key by xkb's name for its position, independent of the keymap's symbols: `AC01` is
    /// the key next to Caps Lock, `ESC` is Escape, `LCTL` is the left Control key. Nil if the keymap does not have the
    /// position.
    public func code(named name: String) -> UInt32? {
        let keycode = xkb_keymap_key_by_name(pointer, name)
        guard keycode != UInt32.max, keycode >= Self.keycodeOffset else { return nil }
        return keycode - Self.keycodeOffset
    }

    /// Returns the way to type a keysym, for a scripted or virtual keyboard (HIG-33, RUN-05).
    ///
    /// If there are several ways, the one with the fewest modifiers is chosen, then the first layout, then the lowest
    /// code. Nil if no key of the keymap produces the keysym.
    ///
    /// - Complexity: Iterates over every key. Cache the result where performance matters.
    public func stroke(for keysym: Keysym) -> KeyStroke? {
        var best: KeyStroke?
        for keycode in xkb_keymap_min_keycode(pointer)...xkb_keymap_max_keycode(pointer)
        where keycode >= Self.keycodeOffset {
            for layout in 0..<xkb_keymap_num_layouts_for_key(pointer, keycode) {
                for level in 0..<xkb_keymap_num_levels_for_key(pointer, keycode, layout)
                where only(keycode, layout, level, means: keysym) {
                    guard let mask = simplestMask(keycode, layout, level) else { continue }
                    let stroke = KeyStroke(
                        code: keycode - Self.keycodeOffset, layout: layout, modifiers: modifiers(in: mask), mask: mask)
                    if best.map({ Self.isSimpler(stroke, than: $0) }) ?? true { best = stroke }
                }
            }
        }
        return best
    }

    private static func isSimpler(_ stroke: KeyStroke, than other: KeyStroke) -> Bool {
        (stroke.mask.nonzeroBitCount, stroke.layout, stroke.code)
            < (other.mask.nonzeroBitCount, other.layout, other.code)
    }

    private func only(
        _ keycode: xkb_keycode_t, _ layout: xkb_layout_index_t, _ level: xkb_level_index_t, means keysym: Keysym
    ) -> Bool {
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(pointer, keycode, layout, level, &symbols)
        return count == 1 && symbols?.pointee == keysym.rawValue
    }

    /// Returns the combination with the fewest modifiers that leads to a level; nil if there is none.
    private func simplestMask(
        _ keycode: xkb_keycode_t, _ layout: xkb_layout_index_t, _ level: xkb_level_index_t
    ) -> UInt32? {
        withUnsafeTemporaryAllocation(of: xkb_mod_mask_t.self, capacity: 32) { masks in
            let count = xkb_keymap_key_get_mods_for_level(
                pointer, keycode, layout, level, masks.baseAddress, masks.count)
            return masks[..<Int(count)].min { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
        }
    }
}
