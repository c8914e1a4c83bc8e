// SPDX-License-Identifier: MIT

public import DrayCore

/// What clients say by `dray_drag_v1` that concerns a drag, read and checked for form (WL-05). What it leads to is the engine's
/// matter; values stand in the objects that are named.
public enum ExtensionRequest {
    /// `dray_drag_item_v1.commit`, or the end of an item, of a source that is being dragged.
    case itemsChanged(DataSource)
    /// `get_offer`: the client wants to hear how many items travel.
    case offerMade(DragOfferWords, OfferID)
    /// What a target says of its offer has changed.
    case offerChanged(DragOfferWords, OfferID)
    /// `dray_drag_surface_v1.commit`, or the end of zones.
    case zonesChanged(SurfaceID)
    /// `dray_drag_drop_v1.undo`.
    case undo(DropHandle)
    /// `dray_drag_drop_v1.redo`.
    case redo(DropHandle)
    /// `dray_drag_drop_v1.answer`.
    case answered(DropHandle, isDone: Bool)
    /// A client cannot take a drop back any more.
    case handleGone(DropHandle)
}
