// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing

@Suite struct SeatKeyboardTests {
    let seat: SeatKeyboard
    let left = DeviceID(1)
    let right = DeviceID(2)

    init() throws {
        seat = SeatKeyboard(try Keymap(.fixed(layout: "us")))
    }

    private func key(_ code: Int32, _ state: InputEvent.PressState) -> InputEvent.Key {
        InputEvent.Key(code: UInt32(code), state: state)
    }

    @Test func modifierHeldOnEitherKeyboardCounts() {
        _ = seat.handle(key(KEY_LEFTALT, .pressed), of: left)
        _ = seat.handle(key(KEY_LEFTCTRL, .pressed), of: right)
        #expect(seat.state.modifiers == [.alt, .control])
    }

    @Test func keyHeldOnTwoKeyboardsIsUpWhenBothAre() {
        guard case .keys = seat.handle(key(KEY_LEFTALT, .pressed), of: left) else {
            Issue.record("the first press counts")
            return
        }
        #expect(seat.handle(key(KEY_LEFTALT, .pressed), of: right) == .unchanged)
        #expect(seat.handle(key(KEY_LEFTALT, .released), of: left) == .unchanged)
        #expect(seat.state.modifiers == .alt)
        #expect(
            seat.handle(key(KEY_LEFTALT, .released), of: right)
                == .keys([key(KEY_LEFTALT, .released)], [.masks, .modifiers]))
        #expect(seat.state.modifiers == [])
    }

    @Test func removedKeyboardReleasesWhatOnlyItHeld() {
        _ = seat.handle(key(KEY_LEFTALT, .pressed), of: left)
        _ = seat.handle(key(KEY_LEFTSHIFT, .pressed), of: left)
        _ = seat.handle(key(KEY_LEFTSHIFT, .pressed), of: right)
        #expect(seat.heldCodes == [UInt32(KEY_LEFTALT), UInt32(KEY_LEFTSHIFT)])

        #expect(seat.remove(left) == .keys([key(KEY_LEFTALT, .released)], [.masks, .modifiers]))
        #expect(seat.state.modifiers == .shift)
        #expect(seat.heldCodes == [UInt32(KEY_LEFTSHIFT)])
        #expect(seat.remove(left) == .unchanged)
    }

    @Test func releaseWithoutPressIsIgnored() {
        #expect(seat.handle(key(KEY_A, .released), of: left) == .unchanged)
    }

    @Test func capsLockOnOneKeyboardLocksTheSeat() {
        _ = seat.handle(key(KEY_CAPSLOCK, .pressed), of: left)
        _ = seat.handle(key(KEY_CAPSLOCK, .released), of: left)
        _ = seat.remove(left)
        #expect(seat.state.modifiers == .capsLock)
    }
}
