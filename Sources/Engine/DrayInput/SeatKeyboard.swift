// SPDX-License-Identifier: MIT

public import DrayCore

/// The combined state of all keyboards of one seat, as in `wl_keyboard`: a modifier that is held on any of them counts,
/// and a key that is held on two of them is released only when both are.
///
/// Belongs to one thread.
public final class SeatKeyboard {
    /// The current state. Read-only: key events are passed to `handle`.
    public let state: KeyboardState
    private let source: ModifierSource
    private var held: [HeldKey] = []

    private struct HeldKey: Equatable {
        var device: DeviceID
        var code: UInt32
    }

    /// The source of the modifiers in effect.
    public enum ModifierSource: Equatable, Sendable {
        /// The held keys, as on a physical keyboard.
        case keys
        /// Only `update(masks:)`, as on a `zwp_virtual_keyboard_v1`.
        case masks
    }

    public init(_ keymap: Keymap, modifiersFrom source: ModifierSource = .keys) {
        self.source = source
        state = KeyboardState(keymap)
    }

    /// Sets the masks. Only for `ModifierSource.masks`; otherwise without effect.
    public func update(masks: ModifierMasks) -> KeyboardState.Changes {
        switch source {
        case .keys: []
        case .masks: state.update(masks: masks)
        }
    }

    /// The effect of a key, or of the removal of a keyboard, on the seat.
    public enum Outcome: Equatable, Sendable {
        /// No change: the key is still held on another keyboard, or was not held at all.
        case unchanged
        /// These keys were pressed or released on the seat in this order, with the combined changes of the state.
        case keys([InputEvent.Key], KeyboardState.Changes)
    }

    /// Handles the press or release of a key on one keyboard.
    public func handle(_ key: InputEvent.Key, of device: DeviceID) -> Outcome {
        let entry = HeldKey(device: device, code: key.code)
        switch key.state {
        case .pressed:
            guard !held.contains(entry) else { return .unchanged }
            let isFirst = !isHeld(key.code)
            held.append(entry)
            return isFirst ? .keys([key], update(key)) : .unchanged
        case .released:
            guard let index = held.firstIndex(of: entry) else { return .unchanged }
            held.remove(at: index)
            return isHeld(key.code) ? .unchanged : .keys([key], update(key))
        }
    }

    /// Handles the removal of a keyboard: keys that only it held are released in the order of their presses.
    public func remove(_ device: DeviceID) -> Outcome {
        let codes = held.filter { $0.device == device }.map(\.code)
        held.removeAll { $0.device == device }
        let released = codes.filter { !isHeld($0) }
        guard !released.isEmpty else { return .unchanged }
        var changes: KeyboardState.Changes = []
        let keys = released.map { InputEvent.Key(code: $0, state: .released) }
        for key in keys { changes.formUnion(update(key)) }
        return .keys(keys, changes)
    }

    /// Handles the removal of all keyboards.
    public func removeAll() -> Outcome {
        let codes = heldCodes
        held = []
        guard !codes.isEmpty else { return .unchanged }
        let keys = codes.map { InputEvent.Key(code: $0, state: .released) }
        return .keys(keys, keys.reduce(into: []) { $0.formUnion(update($1)) })
    }

    /// The evdev codes of the held keys without duplicates, in the order of their presses: the argument of
    /// `wl_keyboard.enter`.
    public var heldCodes: [UInt32] {
        held.reduce(into: []) { codes, key in
            if !codes.contains(key.code) { codes.append(key.code) }
        }
    }

    private func update(_ key: InputEvent.Key) -> KeyboardState.Changes {
        switch source {
        case .keys: state.update(code: key.code, state: key.state)
        case .masks: []
        }
    }

    private func isHeld(_ code: UInt32) -> Bool {
        held.contains { $0.code == code }
    }
}
