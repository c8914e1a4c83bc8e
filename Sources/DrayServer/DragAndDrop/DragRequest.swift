// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// What clients ask that concerns a drag, read and checked for form; what it leads to is decided by a `DragSession`.
public enum DragRequest {
    /// `wl_data_device.start_drag`.
    case start(StartDrag)
    /// `wl_data_offer.accept`.
    case accept(OfferID, MimeType?)
    /// `wl_data_offer.set_actions`.
    case setActions(OfferID, mask: DragActions, preferred: DragActions)
    /// `wl_data_offer.receive`. The descriptor is closed unless somebody takes it.
    case receive(OfferID, MimeType, ReceivedDescriptor)
    /// `wl_data_offer.finish`.
    case finish(OfferID)
    /// The client has no object for this offer any more.
    case offerDestroyed(OfferID)
    /// A client made a `wl_data_device`. If the content is over one of its surfaces already, it wants to hear of it.
    case deviceAdded(SeatID, Client)
    /// A client is told of a drag of the seat no longer, which has others: its devices are free for those, but not for the drag
    /// that this lane is of.
    case deviceFreed(SeatID, Client, ObjectIdentifier)
    /// A client released a `wl_data_device`.
    case deviceRemoved(SeatID, Client)
    /// A client disconnected. Comes before the destruction of its objects.
    case clientGone(Client)
}

/// The arguments of `wl_data_device.start_drag`.
public struct StartDrag {
    public var seat: SeatID
    /// Nil for a drag that stays inside the client that begins it.
    public var source: DataSource?
    public var origin: WlSurface
    public var icon: WlSurface?
    /// That of the press, touch or pen contact which began the drag.
    public var serial: UInt32
    /// The object that the request was made on, for protocol errors.
    public var device: WlDataDevice

    /// Tells the client that there will be no drag: one that waits for it must not wait for ever.
    ///
    /// Versions 1 and 2 understand `cancelled` differently. A source that is being dragged already would take it for the
    /// end of that drag, and one that is a selection for the loss of it: they are told nothing.
    public func refuse() {
        guard let source, source.dialect == .negotiating else { return }
        switch source.use {
        case .none, .dragEnded, .selectionEnded: source.tell(.cancelled)
        case .drag, .selection: break
        }
    }
}
