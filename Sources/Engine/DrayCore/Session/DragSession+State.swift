// SPDX-License-Identifier: MIT

// The states and their data. The transitions are in the other files of `DragSession`.

extension DragSession {
    /// The state of a drag. The table at the head of `DragSession.swift` lists the transitions.
    ///
    /// No case holds a reference (`BitwiseCopyable` makes the compiler check it), so that a motion reads the state
    /// without reference counting.
    enum State: Equatable, Sendable, BitwiseCopyable {
        /// In progress, not over a target. Leads to `overTarget` or `ended`.
        case overNothing
        /// In progress, over a surface whose client has received `enter`. Leads to any state.
        case overTarget(Over)
        /// Dropped with copy or move; the target has yet to finish. Leads to `settling` or `ended`.
        case awaitingFinish(Dropped, DragAction)
        /// Dropped with ask: the target asks the user, and has yet to finish. The answer is nil until the target has
        /// sent a legal one. Leads to `settling` or `ended`.
        case asking(Dropped, answer: DragAction?)
        /// The target has finished, but none of the content that it asked for has arrived yet. Leads to `ended`.
        case settling(Dropped, DragAction)
        /// Final.
        case ended(DragOutcome)
    }

    /// A target that has received `enter`.
    struct Over: Equatable, Sendable {
        var target: Target
        var relation: Relation
        var offer: CurrentOffer

        /// The offer of the last `enter`.
        enum CurrentOffer: Equatable, Sendable {
            /// NULL: the drag has no source.
            case null
            case live(Offer)
            /// The target destroyed the offer while the content was over it: it takes no part in this drag.
            case destroyed
        }
    }

    /// A live `wl_data_offer`.
    struct Offer: Equatable, Sendable {
        let id: OfferID
        /// The source actions that are visible to the target.
        var visible: DragActions
        var target: TargetActions
        let breadth: OfferBreadth
        /// The accepted type, as an index into the source's types and the converted ones. An index, since a string
        /// would need reference counting.
        var accepted: Int?
        /// The number of items that the target accepts; nil until it has said so (HIG-09).
        var takenItems: Int?
        var sentAction: SentAction = .never
        var stance: Stance = .silent

        /// Whether the target has answered at all.
        enum Stance: Equatable, Sendable {
            /// The client may not even know that content is held over it. Leads to `answered`.
            case silent
            /// The client has sent `accept` or `set_actions`, with any arguments.
            case answered
        }

        /// The last `wl_data_offer.action`. The first one on an offer is always sent, even without an action.
        enum SentAction: Equatable, Sendable {
            case never
            case sent(DragAction?)
        }
    }

    /// The remaining data of a target after the content was dropped on it.
    struct Dropped: Equatable, Sendable {
        let target: Target
        let relation: Relation
        var offer: Offer
        /// The delivery state since the drop.
        var delivery: Delivery = .notAsked
        /// Whether the user was notified that only a part arrived. If so, the end of the drag does not repeat it.
        var isBreakShown = false
    }

    /// The content of a drag.
    enum Content: Equatable, Sendable {
        /// The NULL source: the application transfers its data internally.
        case withinApplication
        case offered(DragSource)
        /// The source was destroyed after the drop; no event can be sent to it.
        case orphaned(DragSource)
    }

    /// The drag image (HIG-11).
    enum Image: Equatable, Sendable {
        /// Hidden until the pointer has moved far enough.
        case waiting
        case shown
        case gone
    }

    /// The origin as the destination of a returning image.
    enum Home: Equatable, Sendable {
        /// The content has not left its container yet: nothing is highlighted (HIG-15).
        case neverLeft
        /// The content has left its container, and the image can fly back (HIG-16).
        case left
        /// The origin surface was destroyed; the image cannot fly back.
        case lost

        /// Records that the content is outside its container.
        mutating func leave() {
            switch self {
            case .neverLeft: self = .left
            case .left, .lost: break
            }
        }
    }

    /// The values that were sent last, so that only changes are sent.
    struct LastSent: Equatable, Sendable {
        /// Sent to the source: the index of the accepted type. For a converted type, the source receives the type that
        /// it is made from. A source assumes nil when a drag begins.
        var accepted: Int?
        /// Sent to the source: the action. A source assumes none when a drag begins.
        var action: DragAction?
        var feedback: Feedback
        var highlight: SurfaceID?
        var announced: Announcement?
    }
}

extension DragSession.Over {
    /// Creates a target that has just been entered, or nil if the content is not for it: without a source, other
    /// applications receive no events.
    init?(
        _ target: Target, relation: Relation, offer id: OfferID, _ breadth: OfferBreadth,
        of content: DragSession.Content, policy: DragPolicy,
        modifiers: Modifiers
    ) {
        self.target = target
        self.relation = relation
        switch content {
        case .withinApplication:
            guard relation != .otherApplication else { return nil }
            offer = .null
        case .offered(let source), .orphaned(let source):
            offer = .live(
                DragSession.Offer(
                    id: id,
                    visible: policy.visibleActions(of: source, for: relation, modifiers: modifiers),
                    target: target.dialect == .legacy ? .legacy : .unstated, breadth: breadth))
        }
    }

    /// The live offer, if there is one.
    var liveOffer: DragSession.Offer? {
        switch offer {
        case .live(let offer): offer
        case .null, .destroyed: nil
        }
    }
}

extension DragPolicy {
    /// Returns the source actions that are visible to a target with this relation to the origin.
    func visibleActions(of source: DragSource, for relation: Relation, modifiers: Modifiers) -> DragActions {
        Negotiation.visibleActions(
            of: source.actions, rule: rule(for: relation), wish: self.modifiers.wish(for: modifiers))
    }
}

extension DragSession.Offer {
    init(id: OfferID, visible: DragActions, target: TargetActions, breadth: OfferBreadth) {
        self.init(id: id, visible: visible, target: target, breadth: breadth, accepted: nil, takenItems: nil)
    }
}
