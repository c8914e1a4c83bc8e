// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayInput

/// Keys that share a keymap: all keyboards of a seat together, or a client's virtual keyboard.
final class KeySet {
    let shared: SharedKeymap
    let keys: SeatKeyboard

    init(_ shared: SharedKeymap, modifiersFrom source: SeatKeyboard.ModifierSource = .keys) {
        self.shared = shared
        keys = SeatKeyboard(shared.keymap, modifiersFrom: source)
    }

    var modifiers: Modifiers { keys.state.modifiers }
}
