// SPDX-License-Identifier: MIT

import CXKBCommon
public import DrayCore

/// What is pressed, latched and locked on a keyboard: one `xkb_state`.
///
/// A host that sees the keys calls `update(code:state:)`; one that is only told masks calls `update(masks:)`. One state
/// is fed in one of the two ways. Belongs to one thread.
public final class KeyboardState {
    /// What the keys mean.
    public let keymap: Keymap
    /// Owned: one reference.
    private let pointer: OpaquePointer

    /// With nothing pressed, latched or locked, in the first layout.
    public init(_ keymap: Keymap) {
        self.keymap = keymap
        // Fails without memory and for no other reason, as where Swift makes an object: there is nothing to go on with.
        guard let pointer = xkb_state_new(keymap.pointer) else { fatalError("no memory for a keyboard's state") }
        self.pointer = pointer
    }

    deinit {
        xkb_state_unref(pointer)
    }

    /// What an update changed.
    public struct Changes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        /// `masks` are others: `wl_keyboard.modifiers` is due.
        public static let masks = Changes(rawValue: 1 << 0)
        /// `modifiers` are others.
        public static let modifiers = Changes(rawValue: 1 << 1)
        /// Other lamps are to be lit.
        public static let leds = Changes(rawValue: 1 << 2)

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }
    }

    /// A key went down or up. Ask `keysym(code:)` before this, as the key acts on those after it.
    ///
    /// - Parameter code: the key's evdev code.
    @discardableResult
    public func update(code: UInt32, state: InputEvent.PressState) -> Changes {
        let before = modifiers
        let changed =
            switch state {
            case .pressed: xkb_state_update_key(pointer, Keymap.keycode(code), XKB_KEY_DOWN)
            case .released: xkb_state_update_key(pointer, Keymap.keycode(code), XKB_KEY_UP)
            }
        return changes(changed, modifiersBefore: before)
    }

    /// The masks are now these, as in `wl_keyboard.modifiers`; for a host that keeps the keys to itself.
    @discardableResult
    public func update(masks: ModifierMasks) -> Changes {
        let before = modifiers
        let changed = xkb_state_update_mask(pointer, masks.depressed, masks.latched, masks.locked, 0, 0, masks.group)
        return changes(changed, modifiersBefore: before)
    }

    /// The modifiers in effect: held, latched or locked, by their names in the keymap and never by key (HIG-03).
    public var modifiers: Modifiers {
        keymap.modifierBits.modifiers(in: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_EFFECTIVE))
    }

    /// The arguments of `wl_keyboard.modifiers`.
    public var masks: ModifierMasks {
        ModifierMasks(
            depressed: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_DEPRESSED),
            latched: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LATCHED),
            locked: xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LOCKED),
            group: xkb_state_serialize_layout(pointer, XKB_STATE_LAYOUT_EFFECTIVE))
    }

    /// The lamps to be lit.
    public var leds: KeyboardLEDs {
        var leds: KeyboardLEDs = []
        if xkb_state_led_name_is_active(pointer, XKB_LED_NAME_NUM) == 1 { leds.insert(.numLock) }
        if xkb_state_led_name_is_active(pointer, XKB_LED_NAME_CAPS) == 1 { leds.insert(.capsLock) }
        if xkb_state_led_name_is_active(pointer, XKB_LED_NAME_SCROLL) == 1 { leds.insert(.scrollLock) }
        return leds
    }

    /// What a key means now, with the layout and the modifiers in effect: Escape is `.escape` on every layout (HIG-32).
    ///
    /// - Parameter code: the key's evdev code.
    /// - Returns: `.none` for a key that means nothing, or several things at once.
    public func keysym(code: UInt32) -> Keysym {
        Keysym(rawValue: xkb_state_key_get_one_sym(pointer, Keymap.keycode(code)))
    }

    private func changes(_ changed: xkb_state_component, modifiersBefore: Modifiers) -> Changes {
        var changes: Changes = []
        let masks =
            XKB_STATE_MODS_DEPRESSED.rawValue | XKB_STATE_MODS_LATCHED.rawValue | XKB_STATE_MODS_LOCKED.rawValue
            | XKB_STATE_LAYOUT_EFFECTIVE.rawValue
        if changed.rawValue & masks != 0 { changes.insert(.masks) }
        if changed.rawValue & XKB_STATE_LEDS.rawValue != 0 { changes.insert(.leds) }
        if modifiers != modifiersBefore { changes.insert(.modifiers) }
        return changes
    }
}
