// SPDX-License-Identifier: MIT

public import DrayCore

/// The content of a badge (HIG-09, HIG-13). The cases differ in shape, so that they can be distinguished without
/// colour.
public enum Badge: Hashable, Sendable {
    /// No badge, as for a move of one item.
    case none
    /// A plus: one item would be copied.
    case plus
    /// The not-allowed badge: a drop is not possible here.
    case notPossible
    /// A question mark: the target would ask, or the user is being asked.
    case ask
    /// A filled oval with the number of items.
    case count(Int)
    /// The number with a plus next to it: this many items would be copied.
    case countWithPlus(Int)
    /// The number with a question mark next to it.
    case countWithAsk(Int)
    /// A ring for the progress of a transfer, from 0 to 1.
    case progress(Double)
    /// A spinning ring for a transfer of unknown size. The value is the number of rotation steps, of which a turn has
    /// ``turnSteps``.
    case working(Int)

    /// The number of steps per turn of ``working(_:)``.
    static let turnSteps: UInt64 = 18

    /// Creates the badge that is shown while the user is asked for confirmation (HIG-27).
    init(askingAbout feedback: Feedback) {
        self = feedback.itemCount > 1 ? .countWithAsk(feedback.itemCount) : .ask
    }

    /// Creates the badge for a drag's feedback.
    public init(_ feedback: Feedback) {
        let count = feedback.itemCount > 1 ? feedback.itemCount : nil
        switch feedback.outcome {
        case .undecided, .move: self = count.map(Badge.count) ?? .none
        case .copy: self = count.map(Badge.countWithPlus) ?? .plus
        case .ask: self = count.map(Badge.countWithAsk) ?? .ask
        case .notPossible: self = .notPossible
        }
    }
}
