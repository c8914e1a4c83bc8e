// SPDX-License-Identifier: MIT

/// An event of a drag as a value, for recordings, replays and random tests.
///
/// Each case corresponds to the method of ``DragSession`` with the same name.
public enum DragEvent: Equatable, Sendable {
    case enter(Target, global: Point, local: Point, offer: OfferID)
    case leave(global: Point)
    case motion(global: Point, local: Point, at: Instant)
    case containerChanged(ContainerID)
    case modifiersChanged(Modifiers)
    case itemCountChanged(Int)
    case typesOffered(Representations, further: [Conversion])
    case accept(OfferID, MimeType?)
    case setActions(OfferID, mask: DragActions, preferred: DragActions)
    case takeItems(OfferID, count: Int)
    case finish(OfferID)
    case offerDestroyed(OfferID)
    case deliveryChanged(Delivery)
    case drop
    case cancel(DragInterruption)
    case sourceDestroyed
    case refusalStood(SurfaceID)
    case surfaceDestroyed(SurfaceID)
    case applicationGone(ApplicationID)
}

extension DragSession {
    /// Handles one event.
    ///
    /// A motion returns an array of effects like every other event. Where speed matters, call ``move(to:)`` instead.
    public mutating func handle(_ event: DragEvent) -> [DragEffect] {
        switch event {
        case .enter(let target, let global, let local, let offer):
            enter(target, global: global, local: local, offer: offer)
        case .leave(let global): leave(global: global)
        case .motion(let global, let local, let time): handleMotion(global: global, local: local, at: time)
        case .containerChanged(let container): containerChanged(to: container)
        case .modifiersChanged(let modifiers): modifiersChanged(to: modifiers)
        case .itemCountChanged(let count): itemCountChanged(to: count)
        case .typesOffered(let types, let further): typesOffered(types, further: further)
        case .accept(let offer, let type): accept(offer, type)
        case .setActions(let offer, let mask, let preferred): setActions(offer, mask: mask, preferred: preferred)
        case .takeItems(let offer, let count): takeItems(offer, count: count)
        case .finish(let offer): finish(offer)
        case .offerDestroyed(let offer): offerDestroyed(offer)
        case .deliveryChanged(let delivery): deliveryChanged(to: delivery)
        case .drop: drop()
        case .cancel(let interruption): cancel(interruption)
        case .sourceDestroyed: sourceDestroyed()
        case .refusalStood(let surface): refusalStood(surface)
        case .surfaceDestroyed(let surface): surfaceDestroyed(surface)
        case .applicationGone(let application): applicationGone(application)
        }
    }

    private mutating func handleMotion(global: Point, local: Point, at time: Instant) -> [DragEffect] {
        DragEvent.effects(of: move(to: global), global: global, local: local, at: time)
    }
}

extension DragEvent {
    /// Returns the effects of a motion in the form of all other events, for observers and replays.
    public static func effects(
        of motion: MotionEffect, global: Point, local: Point, at time: Instant
    ) -> [DragEffect] {
        var effects: [DragEffect] = []
        if let surface = motion.recipient { effects.append(.target(.motion(surface, to: local, at: time))) }
        effects.show(motion.image, at: global)
        return effects
    }
}
