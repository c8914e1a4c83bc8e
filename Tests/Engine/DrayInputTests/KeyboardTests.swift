// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Glibc
import Testing
import VirtualDevices

extension LibinputTests {
    /// From the hardware to the modifiers.
    @Suite struct Keyboard {
        @Test func keysBecomeModifiersInOrder() throws {
            let bench = Bench()
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open()
            let seat = SeatKeyboard(try Keymap(.fixed(layout: "de")))

            var seen: [Modifiers] = []
            for (code, isDown) in [
                (KEY_LEFTALT, true), (KEY_LEFTSHIFT, true), (KEY_LEFTALT, false), (KEY_LEFTSHIFT, false),
            ] {
                if isDown { keyboard.press(code) } else { keyboard.release(code) }
                try bench.pass(milliseconds: 20)
                for event in bench.takeEvents() {
                    guard case .key(let key) = event.content else { continue }
                    _ = seat.handle(key, of: event.device)
                    seen.append(seat.state.modifiers)
                }
            }
            #expect(seen == [.alt, [.alt, .shift], .shift, []])
        }

        @Test func unpluggedKeyboardReleasesOption() throws {
            let bench = Bench()
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open()
            let seat = SeatKeyboard(try Keymap(.fixed(layout: "us")))

            keyboard.press(KEY_LEFTALT)
            try bench.settle()
            bench.machine.unplug(keyboard)
            try bench.pass(milliseconds: 10)

            var seen: [Modifiers] = []
            for event in bench.events {
                switch event.content {
                case .key(let key): _ = seat.handle(key, of: event.device)
                case .deviceRemoved: _ = seat.remove(event.device)
                default: continue
                }
                seen.append(seat.state.modifiers)
            }
            #expect(seen.first == .alt)
            #expect(seen.last == [])
        }

        @Test func capsLockSetsTheKeyboardsLED() throws {
            let bench = Bench()
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open()
            let seat = SeatKeyboard(try Keymap(.fixed(layout: "us")))

            keyboard.tap(KEY_CAPSLOCK)
            try bench.settle()
            for event in bench.events {
                guard case .key(let key) = event.content else { continue }
                guard case .keys(_, let changes) = seat.handle(key, of: event.device) else { continue }
                if changes.contains(.leds) { try bench.input.setLEDs(seat.state.leds, on: event.device) }
            }
            #expect(keyboard.isLit(LED_CAPSL))
        }

        @Test func keysReleasedDuringAnOverflowAreReleased() throws {
            let bench = Bench()
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open()
            keyboard.press(KEY_LEFTALT)
            try bench.settle()

            keyboard.emit(EV_SYN, SYN_DROPPED, 0)
            keyboard.release(KEY_LEFTALT)
            try bench.pass(milliseconds: 10)

            #expect(bench.events.keys.map(\.state) == [.pressed, .released])
        }

        // Serialized with the devices only because the environment, too, is shared by the process.
        @Test func environmentNamesTheKeymap() throws {
            setenv("XKB_DEFAULT_LAYOUT", "fr", 1)
            defer { unsetenv("XKB_DEFAULT_LAYOUT") }

            #expect(try Keymap(.environment).layoutNames == ["French"])
            #expect(try Keymap(KeymapNames(layout: "de")).layoutNames == ["German"])
            #expect(try Keymap(.fixed(layout: "us")).layoutNames == ["English (US)"])
        }
    }
}
