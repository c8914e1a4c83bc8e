// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The global `wl_data_device_manager`, version 4 (WL-01).
///
/// Parses and validates the requests of clients, forwards them as `DragRequest`s, and sends a session's events to
/// targets through the `DataSeat`s. Selections are handled here completely.
public final class DataDeviceManager {
    private let display: Display
    private let delegate: any DataDeviceDelegate
    private var global: Global<WlDataDeviceManager>?
    private var seats: [SeatID: DataSeat] = [:]
    private var offers: [OfferID: DragOffer] = [:]
    private let answers = ManagerRequests()
    /// The clients whose disconnection is reported.
    private var clients: Set<Client> = []

    /// The advertised version. libwayland's own protocol files contain version 4 since release 1.24; it adds `release`,
    /// which needs no support by the library.
    public static let version: UInt32 = 4

    /// Advertises the global on `display`.
    /// - Parameter delegate: Retained; the owner of both breaks the reference cycle by releasing this object.
    public init(display: Display, delegate: any DataDeviceDelegate) {
        self.display = display
        self.delegate = delegate
        answers.manager = self
        answers.loop = display.eventLoop
        global = Global(display, WlDataDeviceManager.self, version: Self.version) { [weak self] object, client in
            self?.bind(object, by: client)
        }
    }

    /// Returns the data devices of a seat, creating them on first use.
    public func seat(_ id: SeatID) -> DataSeat {
        if let seat = seats[id] { return seat }
        let seat = DataSeat(id: id, display: display, owner: self)
        seats[id] = seat
        return seat
    }

    /// Removes a seat. Its devices become inert.
    public func removeSeat(_ id: SeatID) {
        seats.removeValue(forKey: id)?.end()
    }

    /// Makes an offer inert: later requests on it have no effect.
    public func retire(_ id: OfferID) {
        offers[id]?.retire()
    }

    /// Disconnects the client of an offer with a protocol error on the offer.
    public func post(_ error: OfferError, on id: OfferID) {
        offers[id]?.post(error)
    }

    /// Whether this `wl_global` belongs to the manager.
    public func owns(global: OpaquePointer) -> Bool { self.global?.pointer == global }

    /// Returns the extension object of an offer, or nil if there is none.
    public func extensionObject(on id: OfferID) -> DragOfferExtension? { offers[id]?.extensionObject }

    // MARK: Internal interface

    func mayControlSelections(_ client: Client) -> Bool { delegate.mayControlSelections(client) }

    /// Returns nil for a seat that the host has removed.
    func seat(of object: WlSeat) -> DataSeat? { delegate.seat(of: object).map { seat($0) } }

    func makeDevice(_ object: WlDataDevice, for seat: WlSeat) {
        guard let seat = self.seat(of: seat) else {
            // The host has removed the seat meanwhile.
            return object.setHandler(DataDevice(object, id: SeatID(0), seat: nil))
        }
        seat.add(object)
    }

    private func bind(_ object: WlDataDeviceManager, by client: Client) {
        object.setHandler(answers)
        client.widenSocket()
        watch(client)
    }

    /// Reports the disconnection of a client, before its objects are destroyed. Also for clients that have not bound
    /// the manager, since content can be dragged over their surfaces.
    public func watch(_ client: Client) {
        guard client.isConnected, clients.insert(client).inserted else { return }
        client.whenErred = { [weak self] client, text in self?.delegate.clientErred(client, text) }
        client.whenGone { [weak self] client in
            self?.clients.remove(client)
            self?.request(.clientGone(client))
        }
    }
}

extension DataDeviceManager: DataSeatOwner {
    func request(_ request: DragRequest) { delegate.handle(request) }

    func offer(_ id: OfferID) -> DragOffer? { offers[id] }

    func add(_ offer: DragOffer) { offers[offer.id] = offer }

    func offerGone(_ offer: DragOffer, wasCurrent: Bool) {
        if wasCurrent { request(.offerDestroyed(offer.id)) }
        offers[offer.id] = nil
    }

    func mayTakeSelection(on seat: SeatID) -> (Client, UInt32) -> Bool {
        { [delegate] client, serial in delegate.mayTakeSelection(on: seat, client: client, serial: serial) }
    }
}

/// The owner of a `DataDeviceManager`, which makes its decisions and receives its requests.
public protocol DataDeviceDelegate: AnyObject {
    /// Handles a client's request that concerns a drag.
    func handle(_ request: DragRequest)
    /// Returns the seat of a client's `wl_seat`, or nil if the seat no longer exists.
    func seat(of object: WlSeat) -> SeatID?
    /// Returns whether this serial entitles the client to set the seat's selection.
    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool
    /// Returns whether a client may read and set the selections at any time, as clipboard managers do.
    func mayControlSelections(_ client: Client) -> Bool
    /// Reports a client that violated a protocol or exceeded a limit, and is disconnected with this message.
    func clientErred(_ client: Client, _ text: String)
}

/// The request handler of all `wl_data_device_manager` objects, which have no state.
private final class ManagerRequests: ResourceHandler {
    weak var manager: DataDeviceManager?
    /// The event loop in which the sockets of clients that do not read are watched.
    var loop: EventLoop?
    private let quota = SourceQuota(of: "wl_data_source")

    func handle(_ request: WlDataDeviceManager.Request, on object: WlDataDeviceManager) {
        switch request {
        case .createDataSource(let id):
            if quota.admit(id.resource, of: id.client) { id.setHandler(DataSource(id, quota: quota, loop: loop)) }
        case .getDataDevice(let id, let seat): manager?.makeDevice(id, for: seat)
        case .release: break  // Destroys only the manager object, not the objects created with it.
        }
    }
}
