// SPDX-License-Identifier: MIT

// What the person does, and what it means to a drag. A drag has one driver, from its beginning to its release.
//
//   input                                              pointer drives   pen drives       a finger drives
//   -------------------------------------------------  ---------------  ---------------  ---------------
//   button of the pointer, the one that began it, up   drop             passed           passed
//   any other button of the pointer, up or down        kept             passed           passed
//   the same two for the pen                           passed           drop, kept       passed
//   the finger that began it, moved                    –                –                kept
//                             up                       –                –                drop
//                             cancelled                –                –                touchCancelled
//   any other finger                                   passed           passed           passed
//   the driving device is gone                         deviceGone       deviceGone       deviceGone
//   another device is gone                             passed           passed           passed
//   a key that means cancel, down                      escape; the key is kept until it is up, also after the end
//   any other key, up or down                          passed: to the host alone, since no client has the keyboard
//   the keyboard is gone                               passed; no key is kept any more
//
// Once the drop waits for a person's word, the hand has let go: buttons and fingers are passed, since they give the answer,
// and so is the end of the device. Keys are as before.

/// Who drives a drag, and what becomes of everything else that devices do meanwhile: a value with one event a call.
///
/// Only what began the drag drives it (HIG-30); what has no part in it goes on as ever (HIG-31). No client has the keyboard
/// meanwhile, since text would go to a window that the person does not look at; so keys that mean nothing to the drag are
/// the host's, with its shortcuts (HIG-32).
public struct DragDriver: Equatable, Sendable {
    public let device: DragDevice
    public let keys: DriverKeys
    /// Keys that mean something to the drag and are down.
    public private(set) var keptKeys: KeptKeys
    private var phase = Phase.carrying

    private enum Phase: Equatable, Sendable {
        /// The hand holds the content. Leads to `asking`.
        case carrying
        /// It has let go, and a person is asked whether that is a drop (HIG-27). Leads nowhere.
        case asking
    }

    /// - Parameter keptKeys: what the drag before has left: its keys may still be down.
    public init(_ device: DragDevice, keys: DriverKeys = .standard, keptKeys: KeptKeys = KeptKeys()) {
        self.device = device
        self.keys = keys
        self.keptKeys = keptKeys
    }

    /// The content was let go of, and a person is asked whether it is to be dropped (HIG-27).
    public mutating func ask() { phase = .asking }

    public mutating func handle(_ input: DriverInput) -> DriverAnswer {
        switch (phase, input) {
        case (.carrying, _): carry(input)
        case (.asking, .key(let code, let keysym, let state)): key(code, keysym, state)
        case (.asking, .keyboardGone): keyboardGone()
        case (.asking, .pointerButton), (.asking, .penButton), (.asking, .finger), (.asking, .deviceGone): .passed
        }
    }

    private mutating func carry(_ input: DriverInput) -> DriverAnswer {
        switch input {
        case .pointerButton(let code, let state): button(code, state, of: .pointer)
        case .penButton(let code, let state): button(code, state, of: .pen)
        case .finger(let finger, let change): self.finger(finger, change)
        case .key(let code, let keysym, let state): key(code, keysym, state)
        case .deviceGone(let kind): kind == device.kind ? .cancel(.deviceGone) : .passed
        case .keyboardGone: keyboardGone()
        }
    }

    private func button(_ code: UInt32, _ state: InputEvent.PressState, of kind: DragDevice.Kind) -> DriverAnswer {
        guard kind == device.kind else { return .passed }
        switch (device, state) {
        case (.pointer(code), .released), (.pen(code), .released): return .drop
        // A second button neither drops nor cancels.
        case (.pointer, _), (.pen, _), (.finger, _): return .kept
        }
    }

    private func finger(_ finger: FingerID, _ change: DriverInput.Finger) -> DriverAnswer {
        guard device == .finger(finger) else { return .passed }
        switch change {
        case .down: return .passed  // Another touch screen counts its fingers by the same numbers.
        case .moved: return .kept
        case .up: return .drop
        case .cancelled: return .cancel(.touchCancelled)
        }
    }

    private mutating func key(_ code: UInt32, _ keysym: UInt32, _ state: InputEvent.PressState) -> DriverAnswer {
        switch state {
        case .released:
            return keptKeys.release(code) ? .kept : .passed
        case .pressed:
            switch keys.meanings[keysym] {
            case .cancel:
                keptKeys.keep(code)
                return .cancel(.escape)
            case nil:
                return .passed
            }
        }
    }

    private mutating func keyboardGone() -> DriverAnswer {
        keptKeys = KeptKeys()
        return .passed
    }
}
