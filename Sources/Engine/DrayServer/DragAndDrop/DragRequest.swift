// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// A client's request that concerns a drag, parsed and validated. Its effects are decided by a `DragSession`.
public enum DragRequest {
    /// `wl_data_device.start_drag`.
    case start(StartDrag)
    /// `wl_data_offer.accept`.
    case accept(OfferID, MimeType?)
    /// `wl_data_offer.set_actions`.
    case setActions(OfferID, mask: DragActions, preferred: DragActions)
    /// `wl_data_offer.receive`. The descriptor is closed unless it is taken.
    case receive(OfferID, MimeType, ReceivedDescriptor)
    /// `wl_data_offer.finish`.
    case finish(OfferID)
    /// The client has destroyed its last object for this offer.
    case offerDestroyed(OfferID)
    /// A client created a `wl_data_device`. If the content is already over one of its surfaces, it is entered.
    case deviceAdded(SeatID, Client)
    /// A client no longer takes part in a drag of a seat that has other drags: its devices are free for those, but not
    /// for the drag of the given channel.
    case deviceFreed(SeatID, Client, ObjectIdentifier)
    /// A client released a `wl_data_device`.
    case deviceRemoved(SeatID, Client)
    /// A client disconnected. Sent before its objects are destroyed.
    case clientGone(Client)
}

/// The arguments of `wl_data_device.start_drag`.
public struct StartDrag {
    public var seat: SeatID
    /// The source, or nil for a drag that stays within its client.
    public var source: DataSource?
    public var origin: WlSurface
    public var icon: WlSurface?
    /// The serial of the press, touch or pen contact that began the drag.
    public var serial: UInt32
    /// The object on which the request was made, for protocol errors.
    public var device: WlDataDevice

    /// Notifies the client that the drag does not begin, so that it does not wait forever.
    ///
    /// Versions 1 and 2 define `cancelled` differently: a client would take it for the end of a current drag with the
    /// same source, or for the loss of the selection. Such clients are not notified.
    public func refuse() {
        guard let source, source.dialect == .negotiating else { return }
        switch source.use {
        case .none, .dragEnded, .selectionEnded: source.tell(.cancelled)
        case .drag, .selection: break
        }
    }
}
