// SPDX-License-Identifier: MIT

internal import Dray
public import DrayCore
internal import DrayInput
internal import HeadlessDesktop
public import WaylandServer

// Drags by keyboard (HIG-32): the shortcut, and a pointer that nobody has in the hand.

extension HeadlessDragHost {
    public func windows(on seat: SeatID) -> [WlSurface] {
        guard let seat = compositor.seat(seat) else { return [] }
        let windows = compositor.windows.reversed().map(\.surface)
        return (windows.filter(seat.keyboard.isWanted) + windows.filter { !seat.keyboard.isWanted(by: $0) })
            .map(\.object)
    }

    /// A key went down that nobody has kept.
    /// - Returns: whether it is the shortcut.
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
        // The shortcut's are no part of the presses that follow: Qt would take a click with Shift for more of a selection.
        seat.keyboard.loosenModifiers()
        seat.beginGrab(PickGrab(drags: drags(of: seat), keyboard: seat.keyboard), taking: .keyboard)
        guard !seat.capabilities.contains(.pointer) else { return }
        lentPointers.insert(SeatID(seat))
        seat.add(.pointer)
    }

    func endKeyboardDrag(on seat: Seat) {
        if lentPointers.remove(SeatID(seat)) != nil { seat.remove(.pointer) }
    }

    /// Plays the pointer. Who records what persons do records the keys that led to this.
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
