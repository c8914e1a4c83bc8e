// SPDX-License-Identifier: MIT

// The state of a session that its owner can read.

extension DragSession {
    /// The phase of a drag.
    public enum Phase: Hashable, Sendable {
        /// The drag is in progress on its seat.
        case underWay
        /// The content was dropped. The seat is free for the next drag; the target has yet to finish.
        case dropped
        case ended(DragOutcome)
    }

    public var phase: Phase {
        switch state {
        case .overNothing, .overTarget: .underWay
        case .awaitingFinish, .asking, .settling: .dropped
        case .ended(let outcome): .ended(outcome)
        }
    }

    /// The target that the content is over, or was dropped on. Nil outside of targets and after the end.
    public var target: Target? {
        switch state {
        case .overTarget(let over): over.target
        case .awaitingFinish(let dropped, _), .asking(let dropped, _), .settling(let dropped, _): dropped.target
        case .overNothing, .ended: nil
        }
    }

    /// The relation of the target to the origin. Nil outside of targets and after the end.
    public var relation: Relation? {
        switch state {
        case .overTarget(let over): over.relation
        case .awaitingFinish(let dropped, _), .asking(let dropped, _), .settling(let dropped, _): dropped.relation
        case .overNothing, .ended: nil
        }
    }

    /// Whether the target has answered and refuses the content at this position, although the visible source actions
    /// would permit a drop.
    public var isRefused: Bool {
        guard case .overTarget(let over) = state, let offer = over.liveOffer, offer.stance == .answered,
            !offer.visible.isEmpty
        else { return false }
        return offer.accepted == nil || action(of: over) == nil
    }

    /// The current offer, the only one whose requests still have an effect.
    public var offerID: OfferID? { offer?.id }

    /// The content; nil for a NULL source.
    public var source: DragSource? {
        switch content {
        case .offered(let source), .orphaned(let source): source
        case .withinApplication: nil
        }
    }

    /// The types that are offered to the target now, the source's own types first. Empty without a target or a source.
    public var offeredTypes: Representations {
        guard let offer, let source else { return [] }
        return source.types(offer.breadth)
    }

    /// The type that the target accepted last.
    public var acceptedType: MimeType? {
        guard let accepted = offer?.accepted, let source else { return nil }
        return source.type(at: accepted)
    }

    /// The action that a drop would perform now, or that the drop performs. After a drop with `ask`, nil until the
    /// target has answered.
    public var action: DragAction? {
        switch state {
        case .overTarget(let over): action(of: over)
        case .awaitingFinish(_, let action), .settling(_, let action): action
        case .asking(_, let answer): answer
        case .overNothing, .ended: nil
        }
    }

    /// The feedback that badge, pointer shape and announcements show (HIG-04). After the drop, the feedback at the
    /// moment of the drop.
    public var feedback: Feedback { lastSent.feedback }
}

extension DragSession {
    var isUnderWay: Bool {
        switch state {
        case .overNothing, .overTarget: true
        case .awaitingFinish, .asking, .settling, .ended: false
        }
    }

    /// The live offer of the target. Nil after the target has finished.
    var offer: Offer? {
        switch state {
        case .overTarget(let over): over.liveOffer
        case .awaitingFinish(let dropped, _), .asking(let dropped, _): dropped.offer
        case .overNothing, .settling, .ended: nil
        }
    }

    /// Returns the action of a drop here, from the actions of both sides and the current modifiers.
    func action(of over: Over) -> DragAction? {
        guard let offer = over.liveOffer else { return nil }
        // Converted content is not the content itself, which stays with its source (HIG-25).
        let isMade = offer.accepted.map { source?.isMade(at: $0) ?? false } ?? false
        return Negotiation.action(
            visible: isMade ? offer.visible.intersection(.copy) : offer.visible, target: offer.target,
            rule: policy.rule(for: over.relation),
            wish: policy.modifiers.wish(for: modifiers))
    }
}
