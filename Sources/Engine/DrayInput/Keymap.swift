// SPDX-License-Identifier: MIT

import CXKBCommon
public import DrayCore
import Glibc

/// The mapping from the keys of a keyboard to keysyms: one compiled `xkb_keymap`.
///
/// Keys are identified by evdev codes, as in `InputEvent.Key` and `wl_keyboard.key`, without X11's offset of 8. Belongs
/// to one thread; states that are created from it retain the parts that they need.
public final class Keymap {
    /// Owned reference.
    let pointer: OpaquePointer
    /// The assignment of the keymap's bits to modifiers.
    let modifierBits: ModifierBits

    /// Compiles the keymap with these names.
    ///
    /// - Throws: `InputError.keymapDoesNotCompile` with xkbcommon's messages.
    public convenience init(_ names: KeymapNames) throws(InputError) {
        try self.init { context in
            names.withCNames { xkb_keymap_new_from_names(context, &$0, XKB_KEYMAP_COMPILE_NO_FLAGS) }
        }
    }

    /// Compiles a keymap from text in the format of `wl_keyboard.keymap_format.xkb_v1`.
    ///
    /// - Throws: `InputError.keymapDoesNotCompile` with xkbcommon's messages.
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

    /// The names of the layouts, such as `English (US)`, in the order of `ModifierMasks.group`.
    public var layoutNames: [String] {
        (0..<xkb_keymap_num_layouts(pointer)).map { layout in
            xkb_keymap_layout_get_name(pointer, layout).map { String(cString: $0) } ?? ""
        }
    }

    /// Returns whether a key repeats while it is held: letters do, modifiers do not.
    ///
    /// - Parameter code: The key's evdev code.
    public func repeats(code: UInt32) -> Bool {
        xkb_keymap_key_repeats(pointer, Self.keycode(code)) == 1
    }

    /// Returns the modifiers for a mask of this keymap's bits.
    public func modifiers(in mask: UInt32) -> Modifiers {
        modifierBits.modifiers(in: mask)
    }

    /// The offset of X11's and xkbcommon's keycodes from evdev codes.
    static let keycodeOffset: UInt32 = 8

    static func keycode(_ code: UInt32) -> xkb_keycode_t {
        code &+ keycodeOffset
    }
}
