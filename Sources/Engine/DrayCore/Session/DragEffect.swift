// SPDX-License-Identifier: MIT

/// An action that a session requests. Effects are carried out in order, after the event that caused them has been
/// handled.
public enum DragEffect: Equatable, Sendable {
    /// Sends an event to the target.
    case target(TargetEffect)
    /// Sends an event to the source.
    case source(SourceEffect)
    /// Posts a protocol error on this offer. It is fatal for the client that owns the offer.
    case protocolError(OfferID, OfferError)
    /// Makes the offer inert: requests on it have no effect and raise no error, and `receive` closes its descriptor.
    /// The client destroys the object later.
    case retire(OfferID)
    /// Sends `leave` and `enter` with a new offer to this surface if the content is still over it, either because its
    /// client accepts none of the offered types and others can be made by conversion (HIG-25), or to return to the
    /// source's own types. See the table in `DragSession+Meeting.swift`.
    case offerAgain(SurfaceID)
    /// Requests a call of `refusalStood` once the content has been over this surface long enough for its client to have
    /// accepted a type.
    case watchRefusal(SurfaceID)
    case presentation(PresentationEffect)
    /// Highlights this surface as the current drop target, or none (HIG-15).
    case highlight(SurfaceID?)
    case announce(Announcement)
    case haptic(Haptic)
    /// The content was dropped or the drag ended: the input device that drove it is available to clients again. Sent
    /// exactly once, after all protocol events of the drag, since `wl_data_device.leave` has to precede
    /// `wl_pointer.enter`.
    case released
    /// The drag has ended. The last effect of a session, sent exactly once.
    case ended(DragOutcome)
}

/// An event for the client whose surface the content is over. Only events that the version of the client's object
/// supports are sent.
public enum TargetEffect: Equatable, Sendable {
    /// `wl_data_device.enter` at a surface-local position. If there is an offering, it is preceded by `data_offer`, one
    /// `offer` for each type, and `source_actions`. Without an offering, the offer argument is NULL.
    case enter(Target, Offering?, at: Point)
    /// `wl_data_device.motion` at a surface-local position.
    case motion(SurfaceID, to: Point, at: Instant)
    /// `wl_data_device.leave` for the client of this surface. The surface itself may have been destroyed already.
    case leave(SurfaceID)
    /// `wl_data_device.drop`. A `leave` follows immediately, and the offer stays usable until it is retired.
    case drop(SurfaceID)
    /// `wl_data_offer.source_actions` after a change of the source actions that are visible to the target.
    case sourceActions(OfferID, DragActions)
    /// `wl_data_offer.action`.
    case action(OfferID, DragAction?)

    /// The contents of a new `wl_data_offer`.
    public struct Offering: Equatable, Sendable {
        public var id: OfferID
        public var types: Representations
        /// The argument of `source_actions`; nil for an offer of version 1 or 2, which has no such event.
        public var sourceActions: DragActions?

        public init(id: OfferID, types: Representations, sourceActions: DragActions?) {
            self.id = id
            self.types = types
            self.sourceActions = sourceActions
        }
    }
}

/// An event for the client that began the drag. Only events that the version of the client's object supports are sent.
public enum SourceEffect: Equatable, Sendable {
    /// `wl_data_source.target`: the accepted type, or nil.
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

/// A change of the visible state of a drag.
public enum PresentationEffect: Equatable, Sendable {
    /// The drag image appears at this position in global coordinates (HIG-11).
    case imageAppears(at: Point)
    /// The drag image moves to this position in global coordinates.
    case imageMoves(to: Point)
    /// The badge and the pointer shape change (HIG-04, HIG-13, HIG-14). Also sent before the image appears.
    case feedback(Feedback)
    /// The image disappears. Sent at most once, and only if the image has appeared. The image ends with the drop,
    /// regardless of what the target does later (HIG-11, HIG-16).
    case imageEnds(ImageEnding)
    /// A drop failed after its image had landed; the position is global (HIG-16, HIG-17).
    case dropFailed(at: Point)

    /// The animation that ends a drag image (HIG-16). Positions are global.
    public enum ImageEnding: Equatable, Sendable {
        /// The target accepts the content: the image shrinks into the drop point.
        case land(at: Point)
        /// The image returns to the origin.
        case flyBack(to: Point)
        /// The origin no longer exists: the image grows and fades out.
        case evaporate(at: Point)
    }
}
