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
// What is kept as it goes down, and what began the drag, is kept until it is up, also after the end.
//
// Once the content was let go of, the drop may wait for a person's word (HIG-27):
//
//   input                                              the host asks    the engine asks
//   -------------------------------------------------  ---------------  -----------------------------------------
//   button of what drove the drag, down                passed           kept
//                                   up                 passed           kept; as the last that is down, the answer
//   finger, down, where a finger drove it              passed           kept
//           moved, up or cancelled, if that was kept   passed           kept; up: as for buttons
//           the same of any other                      passed           passed
//   any other button or finger                         passed           passed
//   a key that means cancel, down                      escape           escape
//   a key that means yes, down                         passed           yes; the key is kept until it is up
//   any other key                                      as above         as above
//   a device is gone                                   passed           passed; its presses are no answer any more

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
    /// What began the drag, and what else it has kept, as far as that is down.
    public private(set) var keptPresses = KeptPresses()
    private var phase = Phase.carrying

    private enum Phase: Equatable, Sendable {
        /// The hand holds the content. Leads to `waiting` or `asking`.
        case carrying
        /// It has let go, and the host asks a person whether that is a drop (HIG-27). Leads nowhere.
        case waiting
        /// The same, and the engine asks: what the person does next is the answer. Leads nowhere.
        case asking(DropQuestion)
    }

    /// - Parameter keptKeys: what the drag before has left: its keys may still be down.
    public init(_ device: DragDevice, keys: DriverKeys = .standard, keptKeys: KeptKeys = KeptKeys()) {
        self.device = device
        self.keys = keys
        self.keptKeys = keptKeys
        keptPresses.keep(device)
    }

    /// The content was let go of, and the host asks a person whether it is to be dropped (HIG-27).
    public mutating func wait() { phase = .waiting }

    /// The same, and what the person does next is the answer.
    public mutating func ask(_ question: DropQuestion) { phase = .asking(question) }

    /// What the person is asked now; nil where they are not, or by the host.
    public var question: DropQuestion? {
        switch phase {
        case .asking(let question): question
        case .carrying, .waiting: nil
        }
    }

    /// While the person is asked, the hand is here; nil: nobody knows where. Global. Else nothing happens.
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
        // No client heard of its press, before the question or since.
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
