// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing

@Suite struct KeyboardStateTests {
    private func state(layout: String = "us", options: String = "") throws -> KeyboardState {
        KeyboardState(try Keymap(.fixed(layout: layout, options: options)))
    }

    @Test(arguments: [
        (KEY_LEFTSHIFT, Modifiers.shift), (KEY_RIGHTSHIFT, .shift), (KEY_LEFTCTRL, .control), (KEY_RIGHTCTRL, .control),
        (KEY_LEFTALT, .alt), (KEY_LEFTMETA, .logo), (KEY_RIGHTMETA, .logo), (KEY_RIGHTALT, .level3),
    ])
    func heldModifierIsInEffectUntilReleased(_ code: Int32, _ modifier: Modifiers) throws {
        let state = try state(layout: "de")
        let pressed = state.update(code: UInt32(code), state: .pressed)
        #expect(pressed.isSuperset(of: [.masks, .modifiers]))
        #expect(state.modifiers == modifier)
        let released = state.update(code: UInt32(code), state: .released)
        #expect(released.isSuperset(of: [.masks, .modifiers]))
        #expect(state.modifiers == [])
    }

    @Test func letterHasNoEffect() throws {
        let state = try state()
        #expect(state.update(code: UInt32(KEY_A), state: .pressed) == [])
        #expect(state.update(code: UInt32(KEY_A), state: .released) == [])
    }

    @Test func capsLockLocksAndSetsTheLED() throws {
        let state = try state()
        #expect(state.update(code: UInt32(KEY_CAPSLOCK), state: .pressed).contains(.leds))
        state.update(code: UInt32(KEY_CAPSLOCK), state: .released)
        #expect(state.modifiers == .capsLock)
        #expect(state.leds == .capsLock)
        #expect(state.masks.locked != 0 && state.masks.depressed == 0)
        #expect(state.keysym(code: UInt32(KEY_A)).description == "A")

        state.update(code: UInt32(KEY_CAPSLOCK), state: .pressed)
        state.update(code: UInt32(KEY_CAPSLOCK), state: .released)
        #expect(state.modifiers == [])
        #expect(state.leds == [])
    }

    @Test func numLockIsAModifierOfItsOwn() throws {
        let state = try state()
        state.update(code: UInt32(KEY_NUMLOCK), state: .pressed)
        state.update(code: UInt32(KEY_NUMLOCK), state: .released)
        #expect(state.modifiers == .numLock)
        #expect(state.leds == .numLock)
    }

    @Test func stickyControlIsInEffectForOneKey() throws {
        let keymap = try Keymap(text: Self.keymapWithStickyControl())
        let state = KeyboardState(keymap)
        state.update(code: UInt32(KEY_LEFTCTRL), state: .pressed)
        state.update(code: UInt32(KEY_LEFTCTRL), state: .released)
        #expect(state.modifiers == .control, "latched, without a held key")
        #expect(state.masks.latched != 0 && state.masks.depressed == 0 && state.masks.locked == 0)

        state.update(code: UInt32(KEY_A), state: .pressed)
        #expect(state.modifiers == [])
        #expect(state.masks.latched == 0)
    }

    @Test func optionThatSwapsAltAndSuperMovesBoth() throws {
        let state = try state(options: "altwin:swap_alt_win")
        state.update(code: UInt32(KEY_LEFTMETA), state: .pressed)
        #expect(state.modifiers == .alt)
        state.update(code: UInt32(KEY_LEFTMETA), state: .released)
        state.update(code: UInt32(KEY_LEFTALT), state: .pressed)
        #expect(state.modifiers == .logo)
    }

    @Test func modifierIsReadByItsNameWhereverTheKeymapPutsIt() throws {
        // Alt on Mod3 and Super on Mod2: only the names are as usual.
        let text = try Keymap(.fixed(layout: "us")).text
        let moved = text.split(separator: "\n").filter { line in
            !line.contains("modifier_map Mod1") && !line.contains("modifier_map Mod2")
                && !line.contains("modifier_map Mod3") && !line.contains("modifier_map Mod4")
        }
        let end = try #require(moved.lastIndex { $0.contains("modifier_map") })
        var lines = moved.map(String.init)
        lines.insert("modifier_map Mod3 { <LALT> };\nmodifier_map Mod2 { <LWIN> };", at: end + 1)
        let state = KeyboardState(try Keymap(text: lines.joined(separator: "\n")))

        state.update(code: UInt32(KEY_LEFTALT), state: .pressed)
        #expect(state.modifiers == .alt)
        #expect(state.masks.depressed & (1 << 5) != 0, "Mod3 is the sixth of the eight real modifiers")
        state.update(code: UInt32(KEY_LEFTMETA), state: .pressed)
        #expect(state.modifiers == [.alt, .logo])
    }

    @Test func keymapWithoutVirtualModifiersUsesTheConventionalOnes() throws {
        let state = KeyboardState(
            try Keymap(
                text: """
                    xkb_keymap {
                        xkb_keycodes { minimum = 8; maximum = 255; <LALT> = 64; <LWIN> = 133; };
                        xkb_types { type "ONE_LEVEL" { modifiers = none; }; };
                        xkb_compatibility {};
                        xkb_symbols {
                            key <LALT> { [ NoSymbol ], actions[1] = [ SetMods(modifiers=Mod1) ] };
                            key <LWIN> { [ NoSymbol ], actions[1] = [ SetMods(modifiers=Mod4) ] };
                        };
                    };
                    """))
        state.update(code: UInt32(KEY_LEFTALT), state: .pressed)
        #expect(state.modifiers == .alt)
        state.update(code: UInt32(KEY_LEFTMETA), state: .pressed)
        #expect(state.modifiers == [.alt, .logo])
    }

    @Test func secondLayoutIsAGroup() throws {
        let state = try state(layout: "us,de", options: "grp:alt_shift_toggle")
        #expect(state.keymap.layoutNames == ["English (US)", "German"])
        #expect(state.keysym(code: UInt32(KEY_Y)).description == "y")
        state.update(code: UInt32(KEY_LEFTALT), state: .pressed)
        state.update(code: UInt32(KEY_LEFTSHIFT), state: .pressed)
        state.update(code: UInt32(KEY_LEFTSHIFT), state: .released)
        state.update(code: UInt32(KEY_LEFTALT), state: .released)
        #expect(state.masks.group == 1)
        #expect(state.modifiers == [])
        #expect(state.keysym(code: UInt32(KEY_Y)).description == "z")
    }

    @Test func masksDetermineTheState() throws {
        let keymap = try Keymap(.fixed(layout: "us,de"))
        let keys = KeyboardState(keymap)
        let masks = KeyboardState(keymap)
        for code in [KEY_LEFTALT, KEY_LEFTSHIFT, KEY_CAPSLOCK] {
            keys.update(code: UInt32(code), state: .pressed)
            #expect(masks.update(masks: keys.masks).isSuperset(of: [.masks, .modifiers]))
            #expect(masks.modifiers == keys.modifiers)
            #expect(masks.masks == keys.masks)
            #expect(masks.leds == keys.leds)
        }
        #expect(masks.modifiers == [.alt, .shift, .capsLock])
        #expect(masks.update(masks: keys.masks) == [])
        #expect(masks.update(masks: ModifierMasks(group: 1)).contains(.masks))
        #expect(masks.keysym(code: UInt32(KEY_Y)).description == "z")
    }

    @Test func unknownKeysAreHarmless() throws {
        let state = try state()
        #expect(state.update(code: .max, state: .pressed) == [])
        #expect(state.update(code: 5000, state: .released) == [])
        #expect(state.keysym(code: 5000) == .none)
        state.update(masks: ModifierMasks(depressed: .max, latched: .max, locked: .max, group: .max))
        state.update(masks: ModifierMasks())
        #expect(state.modifiers == [])
    }

    /// The standard keymap, with a left Control key that latches.
    private static func keymapWithStickyControl() throws -> String {
        let text = try Keymap(.fixed(layout: "us")).text
        let lines = text.split(separator: "\n").map { line in
            line.contains("interpret Control_L") || !line.contains("key <LCTL>")
                ? String(line)
                : "key <LCTL> { type = \"ONE_LEVEL\", symbols[1] = [ Control_L ], "
                    + "actions[1] = [ LatchMods(modifiers=Control) ] };"
        }
        return lines.joined(separator: "\n")
    }
}
