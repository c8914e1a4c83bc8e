// SPDX-License-Identifier: MIT

internal import Dray
public import DrayCore
internal import DrayInput
internal import HeadlessDesktop
public import WaylandServer

// Drags by keyboard (HIG-32): the shortcut, and a virtual pointer.

extension HeadlessDragHost {
    public func windows(on seat: SeatID) -> [WlSurface] {
        guard let seat = compositor.seat(seat) else { return [] }
        let windows = compositor.windows.reversed().map(\.surface)
        return (windows.filter(seat.keyboard.isWanted) + windows.filter { !seat.keyboard.isWanted(by: $0) })
            .map(\.object)
    }

    /// Handles a key press that no grab has consumed.
    /// - Returns: whether the key is the shortcut.
    func takesShortcut(_ key: InputEvent.Key, of seat: Seat) -> Bool {
        let keysym = seat.keyboard.keysym(of: key.code).rawValue
        guard let keyboardShortcut, keyboardShortcut.matches(keysym: keysym, modifiers: seat.keyboard.modifiers)
        else { return false }
        let drags = drags(of: seat)
        drags.modifiersChanged(to: seat.keyboard.modifiers)
        let pointer = seat.capabilities.contains(.pointer) ? seat.pointer.position : nil
        return drags.beginKeyboardDrag(in: seat.keyboard.focus?.object, pointer: pointer)
    }

    func beginKeyboardDrag(on seat: Seat) {
        // The modifiers of the shortcut must not affect the virtual presses that follow: Qt would extend a selection on
        // a click with Shift.
        seat.keyboard.loosenModifiers()
        seat.beginGrab(PickGrab(drags: drags(of: seat), keyboard: seat.keyboard), taking: .keyboard)
        guard !seat.capabilities.contains(.pointer) else { return }
        lentPointers.insert(SeatID(seat))
        seat.add(.pointer)
    }

    func endKeyboardDrag(on seat: Seat) {
        if lentPointers.remove(SeatID(seat)) != nil { seat.remove(.pointer) }
    }

    /// Plays input of the virtual pointer. It is not recorded, since recordings contain the keys that caused it.
    func play(_ play: PointerPlay, on seat: Seat) {
        let recorder = seat.onInput
        seat.onInput = nil
        switch play {
        case .moved(let point): seat.pointer.move(to: compositor.nearestPoint(to: point))
        case .button(let code, let state): seat.pointer.button(code, state)
        }
        seat.onInput = recorder
    }
}
