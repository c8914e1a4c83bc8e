// SPDX-License-Identifier: MIT

import CXKBCommon
import Glibc

/// The compositor's keymap with the held and locked keys.
final class Keymap {
    private let state: OpaquePointer

    /// - Parameter file: the descriptor of `wl_keyboard.keymap`; borrowed.
    init?(_ file: Int32, size: Int) {
        // Private, as `wl_keyboard` requires since version 7: the compositor may share one file with all clients.
        let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
        guard size > 0, let memory, memory != MAP_FAILED else { return nil }
        defer { munmap(memory, size) }
        let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
        // The size includes the terminating zero.
        let keymap = xkb_keymap_new_from_buffer(
            context, memory.assumingMemoryBound(to: CChar.self), size - 1, XKB_KEYMAP_FORMAT_TEXT_V1,
            XKB_KEYMAP_COMPILE_NO_FLAGS)
        let state = keymap.flatMap(xkb_state_new)
        // The state retains the keymap, and the keymap the context.
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
        guard let state else { return nil }
        self.state = state
    }

    deinit {
        xkb_state_unref(state)
    }

    func update(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
        xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
    }

    /// The held modifiers.
    var modifiers: Command.Modifiers {
        var held: Command.Modifiers = []
        if isHeld(XKB_MOD_NAME_CTRL) { held.insert(.control) }
        if isHeld(XKB_MOD_NAME_SHIFT) { held.insert(.shift) }
        if isHeld(XKB_MOD_NAME_ALT) || isHeld(XKB_MOD_NAME_LOGO) { held.insert(.other) }
        return held
    }

    private func isHeld(_ name: String) -> Bool {
        xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0
    }

    /// The meaning of an evdev key code with the held modifiers.
    func command(of key: UInt32) -> Command? {
        // xkb keycodes are evdev codes plus 8, because of X11. Caps Lock does not change shortcuts.
        let symbol = xkb_keysym_to_lower(xkb_state_key_get_one_sym(state, key + 8))
        var name = [CChar](repeating: 0, count: 64)
        xkb_keysym_get_name(symbol, &name, name.count)
        return Command(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self), modifiers)
    }
}
