// SPDX-License-Identifier: MIT

import CXKBCommon

/// A keymap, and what is held and locked of it.
final class KeyboardState {
    private let context: OpaquePointer
    private let state: OpaquePointer

    /// A keymap of the compositor's.
    init?(_ text: UnsafePointer<CChar>, size: Int) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
        let keymap = xkb_keymap_new_from_buffer(
            context, text, size, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        guard let state = Self.state(of: keymap) else {
            xkb_context_unref(context)
            return nil
        }
        (self.context, self.state) = (context, state)
    }

    /// A keymap of the system's, for layouts with commas between them.
    init?(layouts: String) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
        let keymap = layouts.withCString { layouts in
            var names = xkb_rule_names()
            names.layout = layouts
            return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
        guard let state = Self.state(of: keymap) else {
            xkb_context_unref(context)
            return nil
        }
        (self.context, self.state) = (context, state)
    }

    private static func state(of keymap: OpaquePointer?) -> OpaquePointer? {
        guard let keymap else { return nil }
        // The state keeps it.
        defer { xkb_keymap_unref(keymap) }
        return xkb_state_new(keymap)
    }

    deinit {
        xkb_state_unref(state)
        xkb_context_unref(context)
    }

    // MARK: What is held

    func update(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
        xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
    }

    var modifiers: KeyStroke.Modifiers {
        var held: KeyStroke.Modifiers = []
        if isHeld(XKB_MOD_NAME_CTRL) { held.insert(.control) }
        if isHeld(XKB_MOD_NAME_SHIFT) { held.insert(.shift) }
        if isHeld(XKB_MOD_NAME_ALT) || isHeld(XKB_MOD_NAME_LOGO) { held.insert(.other) }
        return held
    }

    private func isHeld(_ name: String) -> Bool {
        xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0
    }

    // MARK: Keys

    /// What a key is called in xkb, as it is now.
    func name(of key: UInt32) -> String? { Self.name(of: xkb_state_key_get_one_sym(state, Self.code(of: key))) }

    /// What a key means together with Control: a small letter where it has one, whatever is locked, and whatever alphabet it writes.
    ///
    /// A key of another alphabet is what it is in the first of the keymap's layouts that has a letter there, and else what it is on
    /// an American keyboard, as toolkits have it. One of the Latin alphabet is what it writes, wherever it lies.
    func shortcut(of key: UInt32) -> String? {
        let code = Self.code(of: key)
        let symbol = xkb_state_key_get_one_sym(state, code)
        if let letter = Self.letter(of: symbol) { return letter }
        if xkb_keysym_to_utf32(symbol) > 0xff, let letter = letter(at: code) ?? american?.letter(at: code) {
            return letter
        }
        return Self.name(of: symbol)
    }

    private lazy var american = KeyboardState(layouts: "us")

    /// The first Latin letter that a key writes without anything held.
    private func letter(at code: UInt32) -> String? {
        let keymap = xkb_state_get_keymap(state)
        for layout in 0..<xkb_keymap_num_layouts_for_key(keymap, code) {
            var symbols: UnsafePointer<xkb_keysym_t>?
            guard xkb_keymap_key_get_syms_by_level(keymap, code, layout, 0, &symbols) == 1, let symbols else {
                continue
            }
            if let letter = Self.letter(of: symbols[0]) { return letter }
        }
        return nil
    }

    /// xkb counts keys from 8, for the sake of X11.
    private static func code(of key: UInt32) -> UInt32 { key + 8 }

    private static func letter(of symbol: UInt32) -> String? {
        switch symbol {
        case 0x41...0x5a: String(UnicodeScalar(UInt8(symbol + 0x20)))
        case 0x61...0x7a: String(UnicodeScalar(UInt8(symbol)))
        default: nil
        }
    }

    private static func name(of symbol: UInt32) -> String? {
        var name = [CChar](repeating: 0, count: 64)
        guard xkb_keysym_get_name(symbol, &name, name.count) > 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
