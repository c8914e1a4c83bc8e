// SPDX-License-Identifier: MIT

import CXKBCommon
public import DrayCore

/// The pressed, latched and locked keys of a keyboard: one `xkb_state`.
///
/// A host that handles keys calls `update(code:state:)`; one that receives masks only calls `update(masks:)`. The two
/// must not be mixed for one state. Belongs to one thread.
public final class KeyboardState {
    /// The keymap of the keyboard.
    public let keymap: Keymap
    /// Owned reference.
    private let pointer: OpaquePointer

    /// Creates a state with nothing pressed, latched or locked, in the first layout.
    public init(_ keymap: Keymap) {
        self.keymap = keymap
        // Fails only when out of memory, in which case Swift's own allocations trap as well.
        guard let pointer = xkb_state_new(keymap.pointer) else { fatalError("no memory for a keyboard's state") }
        self.pointer = pointer
    }

    deinit {
        xkb_state_unref(pointer)
    }

    /// The parts of the state that an update changed.
    public struct Changes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        /// `masks` changed: `wl_keyboard.modifiers` is due.
        public static let masks = Changes(rawValue: 1 << 0)
        /// `modifiers` changed.
        public static let modifiers = Changes(rawValue: 1 << 1)
        /// `leds` changed.
        public static let leds = Changes(rawValue: 1 << 2)

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }
    }

    /// Handles the press or release of a key. Call `keysym(code:)` before this, since the key affects only later keys.
    ///
    /// - Parameter code: The key's evdev code.
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

    /// Sets the masks, as received by `wl_keyboard.modifiers`, for a host that does not provide key events.
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

    /// The LEDs that are on.
    public var leds: KeyboardLEDs {
        var leds: KeyboardLEDs = []
        if xkb_state_led_name_is_active(pointer, XKB_LED_NAME_NUM) == 1 { leds.insert(.numLock) }
        if xkb_state_led_name_is_active(pointer, XKB_LED_NAME_CAPS) == 1 { leds.insert(.capsLock) }
        if xkb_state_led_name_is_active(pointer, XKB_LED_NAME_SCROLL) == 1 { leds.insert(.scrollLock) }
        return leds
    }

    /// Returns the keysym of a key with the current layout and modifiers: Escape is `.escape` on every layout (HIG-32).
    ///
    /// - Parameter code: The key's evdev code.
    /// - Returns: `.none` for a key with no keysym, or with several.
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
