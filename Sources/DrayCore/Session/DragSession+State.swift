// SPDX-License-Identifier: MIT

// The states themselves, and what each holds while it lasts. What leads from one to the next is in the other files of
// `DragSession`.

extension DragSession {
    /// Where a drag stands. The table at the head of `DragSession.swift` says what leads where.
    ///
    /// No case holds a reference (the compiler checks `BitwiseCopyable`), so that a motion can look at its state without
    /// counting any.
    enum State: Equatable, Sendable, BitwiseCopyable {
        /// Under way, over nothing that could take the content. Leads to `overTarget` or `ended`.
        case overNothing
        /// Under way, over a surface whose client knows of it. Leads to any state.
        case overTarget(Over)
        /// Dropped with copy or move; the target has yet to finish. Leads to `settling` or `ended`.
        case awaitingFinish(Dropped, DragAction)
        /// Dropped with ask; the target asks the person, and has yet to finish. The answer is nil until the target has
        /// given a legal one. Leads to `settling` or `ended`.
        case asking(Dropped, answer: DragAction?)
        /// The target says that it has finished, and not a byte has come of what it asked for. Leads to `ended`.
        case settling(Dropped, DragAction)
        /// The end. Leads nowhere.
        case ended(DragOutcome)
    }

    /// A target that has been entered.
    struct Over: Equatable, Sendable {
        var target: Target
        var relation: Relation
        var offer: CurrentOffer

        /// The offer that was made on entering.
        enum CurrentOffer: Equatable, Sendable {
            /// NULL: the drag has no source.
            case null
            case live(Offer)
            /// The target destroyed it while the content was still over it: it wants nothing from this drag.
            case destroyed
        }
    }

    /// A live `wl_data_offer`.
    struct Offer: Equatable, Sendable {
        let id: OfferID
        /// What the target may see of the source's actions.
        var visible: DragActions
        var target: TargetActions
        let breadth: OfferBreadth
        /// The accepted type, as its place in the source's types and those made of them: a number, since a string would have
        /// to be counted.
        var accepted: Int?
        /// How many of the items the target takes, where it has said so (HIG-09).
        var takenItems: Int?
        var toldAction: ToldAction = .never
        var stance: Stance = .silent

        /// Whether the target has said anything about the content.
        enum Stance: Equatable, Sendable {
            /// Its client may not even know that something is held over it. Leads to `answered`.
            case silent
            /// By `accept` or `set_actions`, whatever it said.
            case answered
        }

        /// The last `wl_data_offer.action`. The first on an offer is always sent, even if it is none.
        enum ToldAction: Equatable, Sendable {
            case never
            case told(DragAction?)
        }
    }

    /// What is left of a target once the content was dropped on it.
    struct Dropped: Equatable, Sendable {
        let target: Target
        let relation: Relation
        var offer: Offer
        /// What is known of the content since the drop.
        var delivery: Delivery = .notAsked
        /// Whether the user was told that only a part arrived: the end says nothing else then.
        var isBreakTold = false
    }

    /// What travels.
    enum Content: Equatable, Sendable {
        /// The NULL source: the application passes its data by itself.
        case withinApplication
        case offered(DragSource)
        /// The source went away after the drop; there is nobody left to tell.
        case orphaned(DragSource)
    }

    /// The drag image (HIG-11).
    enum Image: Equatable, Sendable {
        /// Hidden until the pointer has moved far enough.
        case waiting
        case shown
        case gone
    }

    /// The way back to where the content came from.
    enum Home: Equatable, Sendable {
        /// The content has not been anywhere else: nothing is highlighted (HIG-15).
        case neverLeft
        /// It has been elsewhere, and can fly back (HIG-16).
        case left
        /// The origin surface is no more; nothing can fly back there.
        case lost

        /// The content was outside its container.
        mutating func leave() {
            switch self {
            case .neverLeft: self = .left
            case .left, .lost: break
            }
        }
    }

    /// What everybody was told last, so that only changes are told.
    struct Told: Equatable, Sendable {
        /// To the source: the accepted type's place; of one that is made, the source hears what it is made of. A source assumes nil when a drag begins.
        var accepted: Int?
        /// To the source: the action. A source assumes none when a drag begins.
        var action: DragAction?
        var feedback: Feedback
        var highlight: SurfaceID?
        var announced: Announcement?
    }
}

extension DragSession.Over {
    /// A target just entered, or nil if this content is not for it: without a source, another application hears nothing.
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
    /// What a target that stands so to the origin may see of a source's actions.
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
