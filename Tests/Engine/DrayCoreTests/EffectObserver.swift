// SPDX-License-Identifier: MIT

import DrayCore

/// Observes the events and effects of one drag, with a state of its own, and records violations of the rules.
///
/// It knows nothing about the implementation of sessions, only what clients, users and the specification may expect.
struct EffectObserver {
    private(set) var violations: [String] = []
    private(set) var outcome: DragOutcome?
    private(set) var entered: Target?
    private(set) var offers: [OfferID: Offer] = [:]
    private(set) var image = Image.hidden
    private(set) var finished = 0
    private(set) var cancelled = 0
    private(set) var isSourceGone = false
    /// The surface that the last event requested a new offer for, and the one whose refusal is watched.
    private(set) var askedAnew: SurfaceID?
    private(set) var watched: SurfaceID?
    /// The number of accepted conversions.
    private(set) var made = 0
    /// The delivery state since the drop.
    private(set) var delivery = Delivery.notAsked

    private var source: DragSource?
    private let sourceActions: DragActions
    private let origin: DragOrigin
    private let separatesApplications: Bool
    private var usedOffers: Set<OfferID> = []
    private var drops = 0
    private var releases = 0
    private var isDropPerformed = false
    private var droppedOn: OfferID?
    /// The offer that was dropped on, for the final action that is sent when the offer is retired.
    private var finalOffer: Offer?
    private var droppedTarget: Target?
    private var highlight: SurfaceID?
    private var feedback: Feedback?
    private var toldTarget: MimeType?
    private var toldAction: DragAction?
    /// The number of new offers by surface, and the surfaces that have accepted one of the source's own types.
    private var timesAsked: [SurfaceID: Int] = [:]
    private var fitting: Set<SurfaceID> = []

    /// A live offer, with the state that its target and its source know.
    struct Offer {
        let target: Target
        let types: [MimeType]
        var visible: DragActions
        var mask: DragActions?
        var maskAtDrop: DragActions?
        var preferred: DragAction?
        var accepted: MimeType?
        var action: DragAction??
    }

    enum Image {
        case hidden, shown, ended
    }

    init(source: DragSource?, origin: DragOrigin, separatesApplications: Bool) {
        self.source = source
        self.sourceActions = source.map { $0.actions ?? .copy } ?? []
        self.origin = origin
        self.separatesApplications = separatesApplications
    }

    mutating func observe(_ event: DragEvent?, _ effects: [DragEffect]) {
        askedAnew = nil
        watched = nil
        if let event { note(event) }
        for effect in effects { note(effect) }
        expectSettled(after: event)
    }

    /// Checks the conditions that hold after the drag.
    mutating func observeEnd() {
        expect(outcome != nil, "never ended")
        expect(releases == 1, "never released")
        expect(entered == nil, "entered and never left")
        expect(offers.isEmpty, "offers neither retired nor destroyed")
        expect(image != .shown, "image left on the screen")
        expect(highlight == nil, "highlight left on the screen")
        if let source, !isSourceGone, source.dialect == .negotiating {
            expect(finished + cancelled == 1, "source did not receive exactly one final event")
        } else {
            expect(finished + cancelled <= 1, "source received more than one final event")
        }
    }

    /// Checks the conditions that hold between two events.
    private mutating func expectSettled(after event: DragEvent?) {
        if drops == 1 { expect(highlight == nil, "highlight after the drop") }
        guard drops == 0, case .setActions(let id, _, _) = event, let offer = offers[id], offer.mask != nil else {
            return
        }
        if offer.target.dialect == .negotiating { expect(offer.action != nil, "no action after set_actions") }
    }

    // MARK: - Events

    private mutating func note(_ event: DragEvent) {
        switch event {
        case .accept(let id, let type):
            guard let offer = offers[id], type == nil || offer.types.contains(type!) else { return }
            offers[id]?.accepted = type
            guard let type, let source, drops == 0 else { return }
            if !source.types.contains(type) { made += 1 }
            if offer.types == Array(source.types) { fitting.insert(offer.target.surface) }
        case .setActions(let id, let mask, let preferred):
            let isValid = mask.rawValue < 8 && preferred.isSubset(of: mask) && preferred.rawValue.nonzeroBitCount < 2
            guard isValid, offers[id] != nil, offers[id]?.target.dialect == .negotiating else { return }
            offers[id]?.mask = mask
            offers[id]?.preferred = DragAction(rawValue: preferred.rawValue)
        case .offerDestroyed(let id):
            offers[id] = nil
        case .applicationGone(let application):
            if application == origin.application { isSourceGone = true }
            if entered?.application == application { entered = nil }
            offers = offers.filter { $0.value.target.application != application }
        case .sourceDestroyed:
            isSourceGone = true
        case .deliveryChanged(let delivery):
            if drops == 1 { self.delivery = delivery }
        case .containerChanged(let container):
            entered?.container = container
        case .typesOffered(let types, let further):
            if drops == 0, outcome == nil, !isSourceGone {
                source?.types = types
                source?.further = further
            }
        case .enter, .leave, .motion, .modifiersChanged, .itemCountChanged, .takeItems, .finish, .drop, .cancel,
            .refusalStood, .surfaceDestroyed:
            break
        }
    }

    // MARK: - Effects

    private mutating func note(_ effect: DragEffect) {
        expect(outcome == nil, "\(effect) after the end")
        switch effect {
        case .target(let effect): note(effect)
        case .source(let effect): note(effect)
        case .presentation(let effect): note(effect)
        case .protocolError(let id, let error):
            expect(offers[id] != nil, "\(error) on an offer that is not live")
            expect(error != .invalidOffer, "a drag has no selection offers")
        case .retire(let id):
            let offer = offers.removeValue(forKey: id)
            expect(offer != nil, "retired twice")
            if id == droppedOn { finalOffer = offer }
        case .highlight(let surface):
            expect(surface != highlight, "highlight sent twice")
            if let surface { expect(entered?.surface == surface, "highlight where the content is not") }
            highlight = surface
        case .offerAgain(let surface), .watchRefusal(let surface):
            expect(entered?.surface == surface, "new offer where the content is not")
            expect(source?.further.isEmpty == false, "new offer without conversions")
            expect(entered?.application != origin.application, "new offer for the source's application")
            expect(!fitting.contains(surface), "new offer for a target that accepts the source's types")
            guard case .offerAgain = effect else {
                watched = surface
                return
            }
            askedAnew = surface
            timesAsked[surface, default: 0] += 1
            // First with conversions, then without, and again with them.
            expect(timesAsked[surface, default: 0] <= 3, "too many new offers")
        case .announce, .haptic: break
        case .released:
            releases += 1
            expect(releases == 1, "released twice")
            expect(entered == nil, "released before leave")
            expect(image != .shown, "released with a visible image")
        case .ended(let outcome):
            expect(releases == 1, "ended without having been released")
            self.outcome = outcome
        }
    }

    private mutating func note(_ effect: TargetEffect) {
        switch effect {
        case .enter(let target, let offering, _):
            expect(entered == nil, "entered twice")
            entered = target
            note(offering, for: target)
        case .motion(let surface, _, _):
            expect(entered?.surface == surface, "motion outside")
        case .leave(let surface):
            expect(entered?.surface == surface, "left what was not entered")
            entered = nil
        case .drop(let surface):
            expect(entered?.surface == surface, "drop outside")
            drops += 1
            expect(drops == 1, "dropped twice")
            noteDrop()
        case .sourceActions(let id, let actions):
            expect(offers[id]?.target.dialect == .negotiating, "source_actions on the wrong offer")
            expect(actions.isSubset(of: sourceActions), "source_actions that the source did not offer")
            offers[id]?.visible = actions
        case .action(let id, let action):
            guard let offer = offers[id] else { return expect(false, "action on an offer that is not live") }
            expect(offer.target.dialect == .negotiating, "action to a legacy target")
            expect(offer.mask != nil, "action before set_actions")
            expect(drops == 0, "action to the target after the drop")
            expect(offer.action == nil || offer.action != .some(action), "the same action twice")
            check(action, offer)
            offers[id]?.action = .some(action)
        }
    }

    private mutating func note(_ offering: TargetEffect.Offering?, for target: Target) {
        guard let source else {
            expect(offering == nil, "an offer without a source")
            expect(target.application == origin.application, "another application received a drag without a source")
            return
        }
        guard let offering else { return expect(false, "no offer") }
        expect(usedOffers.insert(offering.id).inserted, "offer used again")
        let own = Array(source.types), types = Array(offering.types)
        if types != own {
            expect(types == own + source.further.map(\.type), "types changed")
            expect(timesAsked[target.surface, default: 0] > 0, "conversions are offered without a refusal")
            expect(!fitting.contains(target.surface), "conversions for a target that accepts the source's types")
        }
        expect((offering.sourceActions == nil) == (target.dialect == .legacy), "source_actions for the wrong version")
        let visible = offering.sourceActions ?? sourceActions.intersection(.copy)
        expect(visible.isSubset(of: sourceActions), "target sees what the source does not offer")
        if isSeparate(target) { expect(!visible.contains(.move), "move seen by another application") }
        offers[offering.id] = Offer(
            target: target, types: types, visible: visible, mask: target.dialect == .legacy ? .copy : nil)
    }

    private mutating func noteDrop() {
        guard source != nil else { return }
        guard let (id, offer) = offers.first(where: { $0.value.target.surface == entered?.surface }) else {
            return expect(false, "dropped without an offer")
        }
        droppedOn = id
        droppedTarget = offer.target
        offers[id]?.maskAtDrop = offer.mask
        switch offer.target.dialect {
        case .legacy: expect(sourceActions.contains(.copy), "dropped on a legacy target without a copy")
        case .negotiating:
            expect(offer.accepted != nil, "dropped without an accepted type")
            expect(offer.action.flatMap { $0 } != nil, "dropped without an action")
        }
    }

    private mutating func note(_ effect: SourceEffect) {
        guard let source else { return expect(false, "an event for a NULL source") }
        expect(!isSourceGone, "\(effect) to a source that is gone")
        expect(finished + cancelled == 0, "\(effect) after the source's end")
        if source.dialect == .legacy {
            guard case .target = effect else { return expect(false, "\(effect) to a legacy source") }
        }
        switch effect {
        case .target(let type):
            expect(type != toldTarget, "target sent twice")
            expect(type == nil || source.types.contains(type!), "target of an unknown type")
            toldTarget = type
        case .action(let action):
            expect(action != toldAction, "action sent twice to the source")
            if isDropPerformed, drops == 1 { expect(toldAction == .ask, "action after dnd_drop_performed without ask") }
            toldAction = action
            if action != nil {
                guard let offer = offers.values.first ?? finalOffer else { return expect(false, "action from nowhere") }
                check(action, offer)
            }
        case .dropPerformed:
            expect(drops == 1 || source.carriesWindow, "drop performed without a drop")
            isDropPerformed = true
        case .finished:
            finished += 1
            if let finalOffer, finalOffer.target.dialect == .negotiating {
                expect(finalOffer.accepted != nil, "finished without an accepted type")
            }
            if let droppedTarget, finalOffer == nil {
                expect(droppedTarget.dialect == .legacy, "finished by an offer that was merely destroyed")
            }
            expect(drops == 1, "finished without a drop")
            expect(delivery != .failed && delivery != .brokeOff && delivery != .awaited, "finished without the content")
            expect(toldAction == .copy || toldAction == .move, "finished without a final action")
        case .cancelled:
            cancelled += 1
        }
    }

    private mutating func note(_ effect: PresentationEffect) {
        switch effect {
        case .imageAppears:
            expect(image == .hidden, "image appeared twice")
            image = .shown
        case .imageMoves:
            expect(image == .shown, "hidden image moved")
        case .imageEnds:
            expect(image == .shown, "hidden image ended")
            image = .ended
        case .dropFailed:
            expect(drops == 1, "a drop failed that did not happen")
            expect(image != .shown, "a drop failed with a visible image")
            expect(finished == 0, "a drop failed that was finished")
        case .feedback(let feedback):
            expect(feedback != self.feedback, "feedback sent twice")
            self.feedback = feedback
        }
    }

    // MARK: - Helpers

    /// Every action that is sent must be offered by both sides, and must not be a move between applications.
    private mutating func check(_ action: DragAction?, _ offer: Offer) {
        guard let action else { return }
        expect(sourceActions.contains(action), "\(action) was not offered by the source")
        let offered = (offer.mask ?? []).union(offer.maskAtDrop ?? [])
        expect(offered.contains(action), "\(action) was not offered by the target")
        if isSeparate(offer.target) { expect(action != .move, "a move between applications") }
    }

    private func isSeparate(_ target: Target) -> Bool {
        separatesApplications && target.application != origin.application
    }

    private mutating func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
        if !condition { violations.append(violation()) }
    }
}
