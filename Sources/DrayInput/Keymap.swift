// SPDX-License-Identifier: MIT

import CXKBCommon
public import DrayCore
import Glibc

/// What the keys of a keyboard mean: one compiled `xkb_keymap`.
///
/// Keys go by their evdev codes everywhere, as in `InputEvent.Key` and in `wl_keyboard.key`; the 8 that X11 adds never
/// shows. Belongs to one thread; states that are made of it keep what they need of it.
public final class Keymap {
    /// Owned: one reference.
    let pointer: OpaquePointer
    /// Which of the keymap's bits stand for which modifier.
    let modifierBits: ModifierBits

    /// Compiles the keymap that the names stand for.
    ///
    /// - Throws: `InputError.keymapDoesNotCompile` with xkbcommon's own words.
    public convenience init(_ names: KeymapNames) throws(InputError) {
        try self.init { context in
            names.withCNames { xkb_keymap_new_from_names(context, &$0, XKB_KEYMAP_COMPILE_NO_FLAGS) }
        }
    }

    /// Compiles a keymap's text, in the format of `wl_keyboard.keymap_format.xkb_v1`.
    ///
    /// - Throws: `InputError.keymapDoesNotCompile` with xkbcommon's own words.
    public convenience init(text: String) throws(InputError) {
        try self.init { context in
            xkb_keymap_new_from_string(context, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
    }

    private init(compile: (_ context: OpaquePointer) -> OpaquePointer?) throws(InputError) {
        pointer = try KeymapCompiler.run(compile)
        modifierBits = ModifierBits(of: pointer)
    }

    deinit {
        xkb_keymap_unref(pointer)
    }

    /// The keymap as text, in the format of `wl_keyboard.keymap_format.xkb_v1`.
    public var text: String {
        guard let text = xkb_keymap_get_as_string(pointer, XKB_KEYMAP_FORMAT_TEXT_V1) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }

    /// The names of its layouts, such as `English (US)`, in the order of `ModifierMasks.group`.
    public var layoutNames: [String] {
        (0..<xkb_keymap_num_layouts(pointer)).map { layout in
            xkb_keymap_layout_get_name(pointer, layout).map { String(cString: $0) } ?? ""
        }
    }

    /// Whether a key is one that repeats while it is held: letters do, modifiers do not.
    ///
    /// - Parameter code: the key's evdev code.
    public func repeats(code: UInt32) -> Bool {
        xkb_keymap_key_repeats(pointer, Self.keycode(code)) == 1
    }

    /// The modifiers that a mask of this keymap's bits stands for.
    public func modifiers(in mask: UInt32) -> Modifiers {
        modifierBits.modifiers(in: mask)
    }

    /// X11 counts keys from 8 on, and xkbcommon follows.
    static let keycodeOffset: UInt32 = 8

    static func keycode(_ code: UInt32) -> xkb_keycode_t {
        code &+ keycodeOffset
    }
}
