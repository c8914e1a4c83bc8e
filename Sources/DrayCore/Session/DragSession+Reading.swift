// SPDX-License-Identifier: MIT

// What the owner of a session may want to know.

extension DragSession {
    /// Where a drag stands, as its owner needs to know it.
    public enum Phase: Hashable, Sendable {
        /// The seat is dragging.
        case underWay
        /// Dropped; the seat is free for the next drag, the target has yet to finish.
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

    /// What the content is over, or was dropped on. Nil over nothing, and after the end.
    public var target: Target? {
        switch state {
        case .overTarget(let over): over.target
        case .awaitingFinish(let dropped, _), .asking(let dropped, _), .settling(let dropped, _): dropped.target
        case .overNothing, .ended: nil
        }
    }

    /// How what the content is over, or was dropped on, stands to its origin. Nil over nothing, and after the end.
    public var relation: Relation? {
        switch state {
        case .overTarget(let over): over.relation
        case .awaitingFinish(let dropped, _), .asking(let dropped, _), .settling(let dropped, _): dropped.relation
        case .overNothing, .ended: nil
        }
    }

    /// Whether the target has said that it takes nothing where the content is, of what it could take elsewhere.
    public var isRefused: Bool {
        guard case .overTarget(let over) = state, let offer = over.liveOffer, offer.stance == .answered,
            !offer.visible.isEmpty
        else { return false }
        return offer.accepted == nil || action(of: over) == nil
    }

    /// The one offer whose requests still count.
    public var offerID: OfferID? { offer?.id }

    /// The content; nil for a NULL source.
    public var source: DragSource? {
        switch content {
        case .offered(let source), .orphaned(let source): source
        case .withinApplication: nil
        }
    }

    /// What the target is offered now, the source's own types first; empty without a target or a source.
    public var offeredTypes: Representations {
        guard let offer, let source else { return [] }
        return source.types(offer.breadth)
    }

    /// The type that the target accepted last.
    public var acceptedType: MimeType? {
        guard let accepted = offer?.accepted, let source else { return nil }
        return source.type(at: accepted)
    }

    /// What a drop would do now, or what the drop does. After `ask` it is nil until there is an answer.
    public var action: DragAction? {
        switch state {
        case .overTarget(let over): action(of: over)
        case .awaitingFinish(_, let action), .settling(_, let action): action
        case .asking(_, let answer): answer
        case .overNothing, .ended: nil
        }
    }

    /// What badge, pointer shape and words show (HIG-04). After the drop, what they showed at the drop.
    public var feedback: Feedback { told.feedback }
}

extension DragSession {
    var isUnderWay: Bool {
        switch state {
        case .overNothing, .overTarget: true
        case .awaitingFinish, .asking, .settling, .ended: false
        }
    }

    /// The live offer of the target. It has none any more once it has finished.
    var offer: Offer? {
        switch state {
        case .overTarget(let over): over.liveOffer
        case .awaitingFinish(let dropped, _), .asking(let dropped, _): dropped.offer
        case .overNothing, .settling, .ended: nil
        }
    }

    /// What a drop here would do, by what both sides offer and the modifiers of this moment.
    func action(of over: Over) -> DragAction? {
        guard let offer = over.liveOffer else { return nil }
        // What is made of the content is not the content: its source keeps it (HIG-25).
        let isMade = offer.accepted.map { source?.isMade(at: $0) ?? false } ?? false
        return Negotiation.action(
            visible: isMade ? offer.visible.intersection(.copy) : offer.visible, target: offer.target,
            rule: policy.rule(for: over.relation),
            wish: policy.modifiers.wish(for: modifiers))
    }
}
