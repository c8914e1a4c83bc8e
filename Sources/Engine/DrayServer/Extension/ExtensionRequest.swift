// SPDX-License-Identifier: MIT

public import DrayCore

/// A client's request of `dray_drag_v1` that concerns a drag, parsed and validated (WL-05). The engine decides its
/// effects; its values are properties of the given objects.
public enum ExtensionRequest {
    /// `dray_drag_item_v1.commit`, or the destruction of an item, of a source that is being dragged.
    case itemsChanged(DataSource)
    /// `get_offer`: the client needs the number of items.
    case offerMade(DragOfferExtension, OfferID)
    /// A target has changed the state of its offer's extension object.
    case offerChanged(DragOfferExtension, OfferID)
    /// `dray_drag_surface_v1.commit`, or the destruction of zones.
    case zonesChanged(SurfaceID)
    /// `dray_drag_drop_v1.undo`.
    case undo(DropUndoObject)
    /// `dray_drag_drop_v1.redo`.
    case redo(DropUndoObject)
    /// `dray_drag_drop_v1.answer`.
    case answered(DropUndoObject, isDone: Bool)
    /// A client can no longer undo a drop.
    case handleGone(DropUndoObject)
}
