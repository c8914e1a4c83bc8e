// SPDX-License-Identifier: MIT

// Input during a drag, and its effect. A drag has one driver, from its beginning to its release.
//
//   input                                              pointer drives   pen drives       a finger drives
//   -------------------------------------------------  ---------------  ---------------  ---------------
//   the pointer button that began the drag, up         drop             passed           passed
//   any other pointer button, up or down               kept             passed           passed
//   the same two for the pen                           passed           drop, kept       passed
//   the finger that began the drag, moved              –                –                kept
//                                   up                 –                –                drop
//                                   cancelled          –                –                touchCancelled
//   any other finger                                   passed           passed           passed
//   the driving device was removed                     deviceGone       deviceGone       deviceGone
//   another device was removed                         passed           passed           passed
//   a cancel key, down                                 escape; the key is kept until its release, also after the end
//   any other key, up or down                          passed, to the host only, since no client has keyboard focus
//   the keyboard was removed                           passed; no key is kept any more
//
// Input whose press was kept, and the press that began the drag, is kept until its release, also after the end of the
// drag.
//
// After the release of the content, the drop may require a confirmation by the user (HIG-27):
//
//   input                                              the host asks    the engine asks
//   -------------------------------------------------  ---------------  -----------------------------------------
//   button of the driving device, down                 passed           kept
//                                 up                   passed           kept; the last one up is the answer
//   finger, down, if a finger drove the drag           passed           kept
//           moved, up or cancelled, if kept            passed           kept; up: as for buttons
//           the same of any other                      passed           passed
//   any other button or finger                         passed           passed
//   a cancel key, down                                 escape           escape
//   a confirm key, down                                passed           yes; the key is kept until its release
//   any other key                                      as above         as above
//   a device was removed                               passed           passed; its presses no longer answer

/// Routes the input of a seat during a drag. A value type with one method call per event.
///
/// Only the device that began the drag drives it (HIG-30); unrelated input is handled as usual (HIG-31). No client has
/// keyboard focus during a drag, since text would go to a window that the user is not looking at. Keys without a
/// meaning for the drag go to the host and its shortcuts (HIG-32).
public struct DragDriver: Equatable, Sendable {
    public let device: DragDevice
    public let keys: DriverKeys
    /// The keys that have a meaning for the drag and are down.
    public private(set) var keptKeys: KeptKeys
    /// The press that began the drag and other kept presses that are still down.
    public private(set) var keptPresses = KeptPresses()
    private var phase = Phase.carrying

    private enum Phase: Equatable, Sendable {
        /// The content is held. Leads to `waiting` or `asking`.
        case carrying
        /// The content was released, and the host asks the user to confirm the drop (HIG-27). Final.
        case waiting
        /// The content was released, and the engine asks the user: the next press or key is the answer. Final.
        case asking(DropQuestion)
    }

    /// - Parameter keptKeys: The kept keys of the previous drag, which may still be down.
    public init(_ device: DragDevice, keys: DriverKeys = .standard, keptKeys: KeptKeys = KeptKeys()) {
        self.device = device
        self.keys = keys
        self.keptKeys = keptKeys
        keptPresses.keep(device)
    }

    /// Begins to wait for a confirmation by the host's own dialog, after the release of the content (HIG-27).
    public mutating func wait() { phase = .waiting }

    /// Begins to ask the user: the next press or key is the answer.
    public mutating func ask(_ question: DropQuestion) { phase = .asking(question) }

    /// The question that the engine asks now; nil if there is none, or if the host asks.
    public var question: DropQuestion? {
        switch phase {
        case .asking(let question): question
        case .carrying, .waiting: nil
        }
    }

    /// Updates the position of the driving device while the engine asks; nil if unknown. Global. Otherwise without
    /// effect.
    public mutating func handMoved(to point: Point?) {
        guard case .asking(var question) = phase else { return }
        question.moved(to: point)
        phase = .asking(question)
    }

    public mutating func handle(_ input: DriverInput) -> DriverAnswer {
        let answer = answer(to: input)
        _ = keptPresses.handle(input)
        if answer == .kept { keepPress(input) }
        return answer
    }

    private mutating func keepPress(_ input: DriverInput) {
        switch input {
        case .pointerButton(let code, .pressed): keptPresses.keep(.pointer(button: code))
        case .penButton(let code, .pressed): keptPresses.keep(.pen(button: code))
        case .finger(let finger, .down): keptPresses.keep(.finger(finger))
        case .pointerButton(_, .released), .penButton(_, .released), .finger, .key, .deviceGone, .keyboardGone: break
        }
    }

    private mutating func answer(to input: DriverInput) -> DriverAnswer {
        switch phase {
        case .carrying: return carry(input)
        case .waiting: return wait(input)
        case .asking(var question):
            let answer = ask(input, &question)
            phase = .asking(question)
            return answer
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

    private mutating func wait(_ input: DriverInput) -> DriverAnswer {
        switch input {
        case .key(let code, let keysym, let state): key(code, keysym, state)
        case .keyboardGone: keyboardGone()
        case .pointerButton, .penButton, .finger, .deviceGone: .passed
        }
    }

    private mutating func ask(_ input: DriverInput, _ question: inout DropQuestion) -> DriverAnswer {
        switch input {
        case .pointerButton(let code, let state): return answer(.pointer(button: code), state, &question)
        case .penButton(let code, let state): return answer(.pen(button: code), state, &question)
        case .finger(let finger, let change): return answer(.finger(finger), change, &question)
        case .key(let code, let keysym, .pressed) where keys.meanings[keysym] == .confirm:
            keptKeys.keep(code)
            return .answer(isWanted: true)
        case .key(let code, let keysym, let state): return key(code, keysym, state)
        case .deviceGone(let kind):
            question.calledOff { $0.kind == kind }
            return .passed
        case .keyboardGone: return keyboardGone()
        }
    }

    private func answer(
        _ button: DragDevice, _ state: InputEvent.PressState, _ question: inout DropQuestion
    ) -> DriverAnswer {
        guard button.kind == device.kind else { return .passed }
        switch state {
        case .pressed:
            question.pressed(button)
            return .kept
        // The press was not sent to a client, neither before the question nor since.
        case .released: return question.released(button).map { .answer(isWanted: $0) } ?? .kept
        }
    }

    private func answer(
        _ finger: DragDevice, _ change: DriverInput.Finger, _ question: inout DropQuestion
    ) -> DriverAnswer {
        guard device.kind == .touch else { return .passed }
        switch change {
        case .down:
            question.pressed(finger)
            return .kept
        case .moved: return question.holds(finger) ? .kept : .passed
        case .up:
            guard question.holds(finger) else { return .passed }
            return question.released(finger).map { .answer(isWanted: $0) } ?? .kept
        case .cancelled: return question.calledOff { $0 == finger } ? .kept : .passed
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
        case .down: return .passed  // Another touch screen uses the same finger identifiers.
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
            case .confirm, nil:
                return .passed
            }
        }
    }

    private mutating func keyboardGone() -> DriverAnswer {
        keptKeys = KeptKeys()
        return .passed
    }
}
