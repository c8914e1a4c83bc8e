// SPDX-License-Identifier: MIT

import DrayCore

/// The modifiers that the compositor has sent to a client's keyboards. They are known only while the client has the
/// keyboard focus.
struct HeldModifiers {
    private struct Keyboard {
        let seat: SeatName
        /// Nil without focus.
        var modifiers: Modifiers?
        /// Whether the compositor has sent them since the client's drag began. Compositors made with wlroots send none
        /// during a drag, so that a release goes unnoticed.
        var isFresh = false
    }

    /// The keyboards by the id of the `wl_keyboard`.
    private var keyboards: [UInt32: Keyboard] = [:]

    mutating func enter(_ keyboard: UInt32, on seat: SeatName) {
        keyboards[keyboard] = Keyboard(seat: seat, modifiers: [])
    }

    mutating func forget(_ keyboard: UInt32) { keyboards[keyboard] = nil }

    /// - Parameter mask: the modifiers that are pressed, latched or locked, in the order of XKB's real modifiers.
    mutating func set(_ mask: UInt32, of keyboard: UInt32) {
        guard keyboards[keyboard] != nil else { return }
        var modifiers: Modifiers = []
        if mask & 1 << 0 != 0 { modifiers.insert(.shift) }
        if mask & 1 << 1 != 0 { modifiers.insert(.capsLock) }
        if mask & 1 << 2 != 0 { modifiers.insert(.control) }
        if mask & 1 << 3 != 0 { modifiers.insert(.alt) }
        if mask & 1 << 6 != 0 { modifiers.insert(.logo) }
        keyboards[keyboard]?.modifiers = modifiers
        keyboards[keyboard]?.isFresh = true
    }

    /// Records that the client begins a drag on the seat.
    mutating func begin(on seat: SeatName) {
        for (id, keyboard) in keyboards where keyboard.seat == seat { keyboards[id]?.isFresh = false }
    }

    /// The modifiers of the seat; nil if they are unknown.
    /// - Parameter fresh: whether only those count that were sent since the drag began.
    func modifiers(on seat: SeatName, fresh: Bool) -> Modifiers? {
        keyboards.values.first { $0.seat == seat && ($0.isFresh || !fresh) }?.modifiers
    }
}
