// SPDX-License-Identifier: MIT

/// What a session wants done. Effects are carried out in order, after the event that led to them is complete.
public enum DragEffect: Equatable, Sendable {
    /// Tell the target.
    case target(TargetEffect)
    /// Tell the source.
    case source(SourceEffect)
    /// The client that owns this offer broke the protocol; it is fatal for that client.
    case protocolError(OfferID, OfferError)
    /// The offer is retired, its object inert: every request on it changes nothing and is no error; `receive` closes its
    /// descriptor. Its client will destroy it, sooner or later.
    case retire(OfferID)
    /// Enter this surface once more, with a new offer, if the content is still over it: its client takes none of the types that
    /// it was offered, and others can be made (HIG-25); or the other way round, see the table in `DragSession+Meeting.swift`.
    case offerAgain(SurfaceID)
    /// Tell the session by `refusalStood` when the content has been over this surface for long enough that its client would have
    /// taken it.
    case watchRefusal(SurfaceID)
    case presentation(PresentationEffect)
    /// Show this surface as the one possible target, or none (HIG-15).
    case highlight(SurfaceID?)
    case announce(Announcement)
    case haptic(Haptic)
    /// The content was dropped, or the drag is over: the device that drove it is the clients' again. Sent exactly once, after
    /// all that the clients are told about it, since `wl_data_device.leave` has to come before `wl_pointer.enter`.
    case released
    /// The drag has ended. The last effect of a session, sent exactly once.
    case ended(DragOutcome)
}

/// An event for the client whose surface the content is over. Never one that its version does not know.
public enum TargetEffect: Equatable, Sendable {
    /// `wl_data_device.enter` at a position local to the surface. Before it, where there is an offering: `data_offer`,
    /// one `offer` for each type, and `source_actions`. Without an offering, the offer is NULL.
    case enter(Target, Offering?, at: Point)
    /// `wl_data_device.motion` at a position local to the surface.
    case motion(SurfaceID, to: Point, at: Instant)
    /// `wl_data_device.leave`, to the client of this surface. The surface itself may have been destroyed already.
    case leave(SurfaceID)
    /// `wl_data_device.drop`. A `leave` follows at once, and the offer stays usable until it is retired.
    case drop(SurfaceID)
    /// `wl_data_offer.source_actions` again: what the target may see of the source's actions has changed.
    case sourceActions(OfferID, DragActions)
    /// `wl_data_offer.action`.
    case action(OfferID, DragAction?)

    /// What a new `wl_data_offer` says.
    public struct Offering: Equatable, Sendable {
        public var id: OfferID
        public var types: Representations
        /// For `source_actions`; nil for an offer of version 1 or 2, which has no such event.
        public var sourceActions: DragActions?

        public init(id: OfferID, types: Representations, sourceActions: DragActions?) {
            self.id = id
            self.types = types
            self.sourceActions = sourceActions
        }
    }
}

/// An event for the client that began the drag. Never one that its version does not know.
public enum SourceEffect: Equatable, Sendable {
    /// `wl_data_source.target`: the type that the target takes, or nil.
    case target(MimeType?)
    /// `wl_data_source.action`.
    case action(DragAction?)
    /// `wl_data_source.dnd_drop_performed`.
    case dropPerformed
    /// `wl_data_source.dnd_finished`.
    case finished
    /// `wl_data_source.cancelled`.
    case cancelled
}

/// A change of what the person sees travel.
public enum PresentationEffect: Equatable, Sendable {
    /// The drag image appears at this global position (HIG-11).
    case imageAppears(at: Point)
    /// The drag image follows to this global position.
    case imageMoves(to: Point)
    /// Badge and pointer shape change (HIG-04, HIG-13, HIG-14). Sent before the image appears as well.
    case feedback(Feedback)
    /// The image goes; sent at most once, and only if it had appeared. It goes with the drop: what the target does later
    /// does not keep it (HIG-11, HIG-16).
    case imageEnds(ImageEnding)
    /// A drop whose image has landed has failed after all, at this global position (HIG-16, HIG-17).
    case dropFailed(at: Point)

    /// How the drag image goes away (HIG-16). Positions are global.
    public enum ImageEnding: Equatable, Sendable {
        /// The target takes it: it shrinks into the drop point.
        case land(at: Point)
        /// It goes back to where it came from.
        case flyBack(to: Point)
        /// Where it came from is no more: it grows and fades out.
        case evaporate(at: Point)
    }
}
