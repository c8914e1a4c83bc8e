// SPDX-License-Identifier: MIT

public import DrayCore

/// All keyboards of one seat taken together, as `wl_keyboard` shows them: a modifier that is held on any of them counts,
/// and a key that is held on two of them is up only when both are.
///
/// Belongs to one thread.
public final class SeatKeyboard {
    /// What is in effect. Read only: the keys come in by `handle`.
    public let state: KeyboardState
    private let source: ModifierSource
    private var held: [HeldKey] = []

    private struct HeldKey: Equatable {
        var device: DeviceID
        var code: UInt32
    }

    /// What decides which modifiers are in effect.
    public enum ModifierSource: Equatable, Sendable {
        /// The keys that are held, as on a real keyboard.
        case keys
        /// Only what `update(masks:)` says, as on a `zwp_virtual_keyboard_v1`.
        case masks
    }

    public init(_ keymap: Keymap, modifiersFrom source: ModifierSource = .keys) {
        self.source = source
        state = KeyboardState(keymap)
    }

    /// The masks are now these. Only for `ModifierSource.masks`; does nothing for the other.
    public func update(masks: ModifierMasks) -> KeyboardState.Changes {
        switch source {
        case .keys: []
        case .masks: state.update(masks: masks)
        }
    }

    /// What a key, or the end of a keyboard, meant to the seat.
    public enum Outcome: Equatable, Sendable {
        /// Nothing new: the key is still held on another keyboard, or was not held at all.
        case unchanged
        /// These keys went down or up on the seat, one after the other; and what that changed altogether.
        case keys([InputEvent.Key], KeyboardState.Changes)
    }

    /// A key went down or up on one keyboard.
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

    /// A keyboard is gone: what only it held is released, in the order in which it was pressed.
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

    /// All keyboards are gone.
    public func removeAll() -> Outcome {
        let codes = heldCodes
        held = []
        guard !codes.isEmpty else { return .unchanged }
        let keys = codes.map { InputEvent.Key(code: $0, state: .released) }
        return .keys(keys, keys.reduce(into: []) { $0.formUnion(update($1)) })
    }

    /// The evdev codes that are held, each once, in the order in which they were pressed: the argument of
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
