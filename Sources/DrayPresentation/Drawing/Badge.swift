// SPDX-License-Identifier: MIT

public import DrayCore

/// What a badge says (HIG-09, HIG-13). Every case differs in shape, so that colour is never needed to tell two apart.
public enum Badge: Hashable, Sendable {
    /// Nothing is shown: a move of one item needs no words.
    case none
    /// A plus: one item would be copied.
    case plus
    /// A circle struck through: a drop is not possible here.
    case notPossible
    /// A question mark: the target would ask, or a person is asked.
    case ask
    /// A filled oval with the number of items.
    case count(Int)
    /// The number and a plus beside it: so many items would be copied.
    case countWithPlus(Int)
    /// The number and a question mark beside it.
    case countWithAsk(Int)
    /// A ring that fills, for a transfer under way; from 0 to 1.
    case progress(Double)
    /// The same ring for a transfer of which nobody knows how long it is: a part of it turns; so many steps have been made,
    /// of those that a turn has.
    case working(Int)

    /// Steps that a turn of ``working(_:)`` has.
    static let turnSteps: UInt64 = 18

    /// What tells a person that it is asked whether this is to happen (HIG-27).
    init(askingAbout feedback: Feedback) {
        self = feedback.itemCount > 1 ? .countWithAsk(feedback.itemCount) : .ask
    }

    /// What tells a drag's feedback.
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
