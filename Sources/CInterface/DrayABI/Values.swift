// SPDX-License-Identifier: MIT

internal import CDray
internal import DrayCore
internal import DrayPresentation

// Conversion between the engine's values and the header's.

/// Returns a point that the host passes, after checking that it is finite.
@inline(__always)
func point(_ x: Double, _ y: Double) throws(Mistake) -> Point {
    guard x.isFinite, y.isFinite else { throw .value("a position is not finite") }
    return Point(x: x, y: y)
}

/// Returns a value of one of the header's enumerations, or throws if it is unknown.
func known<Value>(_ value: Value?, _ what: String) throws(Mistake) -> Value {
    guard let value else { throw .value("not one of enum \(what)") }
    return value
}

extension dray_action {
    init(_ action: DragAction) { self.init(rawValue: action.rawValue) }
}

extension dray_outcome {
    init(_ outcome: Feedback.Outcome) {
        switch outcome {
        case .undecided: self = DRAY_OUTCOME_UNDECIDED
        case .copy: self = DRAY_OUTCOME_COPY
        case .move: self = DRAY_OUTCOME_MOVE
        case .ask: self = DRAY_OUTCOME_ASK
        case .notPossible: self = DRAY_OUTCOME_NOT_POSSIBLE
        }
    }

    var outcome: Feedback.Outcome? {
        switch self {
        case DRAY_OUTCOME_UNDECIDED: .undecided
        case DRAY_OUTCOME_COPY: .copy
        case DRAY_OUTCOME_MOVE: .move
        case DRAY_OUTCOME_ASK: .ask
        case DRAY_OUTCOME_NOT_POSSIBLE: .notPossible
        default: nil
        }
    }
}

extension dray_feedback {
    init(_ feedback: Feedback) {
        self = .empty
        outcome = dray_outcome(feedback.outcome)
        item_count = UInt32(clamping: feedback.itemCount)
    }

    func feedback() throws(Mistake) -> Feedback {
        Feedback(outcome: try known(outcome.outcome, "dray_outcome"), itemCount: max(Int(item_count), 1))
    }
}

extension dray_interruption {
    init(_ interruption: DragInterruption) {
        switch interruption {
        case .escape: self = DRAY_INTERRUPTION_ESCAPE
        case .deviceGone: self = DRAY_INTERRUPTION_DEVICE_GONE
        case .touchCancelled: self = DRAY_INTERRUPTION_TOUCH_CANCELLED
        case .sessionLocked: self = DRAY_INTERRUPTION_SESSION_LOCKED
        case .host: self = DRAY_INTERRUPTION_HOST
        case .transferFailed: self = DRAY_INTERRUPTION_TRANSFER_FAILED
        case .timedOut: self = DRAY_INTERRUPTION_TIMED_OUT
        }
    }

    var interruption: DragInterruption? {
        switch self {
        case DRAY_INTERRUPTION_ESCAPE: .escape
        case DRAY_INTERRUPTION_DEVICE_GONE: .deviceGone
        case DRAY_INTERRUPTION_TOUCH_CANCELLED: .touchCancelled
        case DRAY_INTERRUPTION_SESSION_LOCKED: .sessionLocked
        case DRAY_INTERRUPTION_HOST: .host
        case DRAY_INTERRUPTION_TRANSFER_FAILED: .transferFailed
        case DRAY_INTERRUPTION_TIMED_OUT: .timedOut
        default: nil
        }
    }
}

extension dray_result {
    init(_ outcome: DragOutcome) {
        self = .empty
        switch outcome {
        case .finished(let action):
            end = DRAY_END_FINISHED
            self.action = dray_action(action)
        case .handedOver: end = DRAY_END_HANDED_OVER
        case .missed: end = DRAY_END_MISSED
        case .refused: end = DRAY_END_REFUSED
        case .abandoned: end = DRAY_END_ABANDONED
        case .targetGone: end = DRAY_END_TARGET_GONE
        case .sourceGone: end = DRAY_END_SOURCE_GONE
        case .interrupted(let interruption):
            end = DRAY_END_INTERRUPTED
            self.interruption = dray_interruption(interruption)
        }
    }
}

extension dray_result {
    /// The engine's outcome; nil for values that the header does not define.
    var outcome: DragOutcome? {
        switch end {
        case DRAY_END_FINISHED: DragAction(rawValue: action.rawValue).map { .finished($0) }
        case DRAY_END_HANDED_OVER: .handedOver
        case DRAY_END_MISSED: .missed
        case DRAY_END_REFUSED: .refused
        case DRAY_END_ABANDONED: .abandoned
        case DRAY_END_TARGET_GONE: .targetGone
        case DRAY_END_SOURCE_GONE: .sourceGone
        case DRAY_END_INTERRUPTED: interruption.interruption.map { .interrupted($0) }
        default: nil
        }
    }
}

extension dray_haptic {
    init(_ haptic: Haptic) {
        switch haptic {
        case .lift: self = DRAY_HAPTIC_LIFT
        case .target: self = DRAY_HAPTIC_TARGET
        case .refusal: self = DRAY_HAPTIC_REFUSAL
        case .landing: self = DRAY_HAPTIC_LANDING
        case .spring: self = DRAY_HAPTIC_SPRING
        }
    }
}

extension dray_shape {
    init(_ shape: PointerShape?) {
        switch shape {
        case nil: self = DRAY_SHAPE_DEFAULT
        case .holding: self = DRAY_SHAPE_GRABBING
        case .copy: self = DRAY_SHAPE_COPY
        case .move: self = DRAY_SHAPE_MOVE
        case .ask: self = DRAY_SHAPE_ASK
        case .notAllowed: self = DRAY_SHAPE_NOT_ALLOWED
        }
    }

    /// The engine's shape; nil for the default pointer and for an unknown value.
    var shape: PointerShape? {
        switch self {
        case DRAY_SHAPE_GRABBING: .holding
        case DRAY_SHAPE_COPY: .copy
        case DRAY_SHAPE_MOVE: .move
        case DRAY_SHAPE_ASK: .ask
        case DRAY_SHAPE_NOT_ALLOWED: .notAllowed
        default: nil
        }
    }
}

extension dray_device {
    /// The header's kind and detail of a device.
    static func kindAndDetail(of device: DragDevice) -> (dray_device, UInt32) {
        switch device {
        case .pointer(let button): (DRAY_DEVICE_POINTER, button)
        case .pen(let button): (DRAY_DEVICE_PEN, button)
        case .finger(let finger): (DRAY_DEVICE_FINGER, UInt32(bitPattern: finger.rawValue))
        }
    }

    func device(_ detail: UInt32) -> DragDevice? {
        switch self {
        case DRAY_DEVICE_POINTER: .pointer(button: detail)
        case DRAY_DEVICE_PEN: .pen(button: detail)
        case DRAY_DEVICE_FINGER: .finger(FingerID(Int32(bitPattern: detail)))
        default: nil
        }
    }
}

extension Rectangle {
    init(_ box: dray_box) throws(Mistake) {
        guard (box.x + box.y + box.width + box.height).isFinite else { throw .value("a rectangle is not finite") }
        self.init(x: box.x, y: box.y, width: box.width, height: box.height)
    }
}

extension dray_box {
    init(_ bounds: Rectangle) {
        self.init(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height)
    }
}
