// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The global `wl_data_device_manager`, version 4 (WL-01).
///
/// Reads what clients ask, checks its form, and hands it on as `DragRequest`s; carries out what a session wants told to
/// targets, through the `DataSeat`s. Selections are complete in here.
public final class DataDeviceManager {
    private let display: Display
    private let delegate: any DataDeviceDelegate
    private var global: Global<WlDataDeviceManager>?
    private var seats: [SeatID: DataSeat] = [:]
    private var offers: [OfferID: DragOffer] = [:]
    private let answers = ManagerRequests()
    /// The clients whose end is reported.
    private var clients: Set<Client> = []

    /// The version that is offered. libwayland's own files have the fourth from release 1.24 on; it adds `release`, and
    /// needs nothing of the library.
    public static let version: UInt32 = 4

    /// Offers the global on `display`.
    /// - Parameter delegate: kept; whoever owns both breaks the circle by letting go of this object.
    public init(display: Display, delegate: any DataDeviceDelegate) {
        self.display = display
        self.delegate = delegate
        answers.manager = self
        answers.loop = display.eventLoop
        global = Global(display, WlDataDeviceManager.self, version: Self.version) { [weak self] object, client in
            self?.bind(object, by: client)
        }
    }

    /// The data devices of a seat, made when they are first asked for.
    public func seat(_ id: SeatID) -> DataSeat {
        if let seat = seats[id] { return seat }
        let seat = DataSeat(id: id, display: display, owner: self)
        seats[id] = seat
        return seat
    }

    /// Forgets a seat that is gone. Its devices become inert.
    public func removeSeat(_ id: SeatID) {
        seats.removeValue(forKey: id)?.end()
    }

    /// Makes an offer inert: later requests on it change nothing.
    public func retire(_ id: OfferID) {
        offers[id]?.retire()
    }

    /// Disconnects the client of an offer with an error on it.
    public func post(_ error: OfferError, on id: OfferID) {
        offers[id]?.post(error)
    }

    /// Whether this `wl_global` is the one that the manager offers.
    public func owns(global: OpaquePointer) -> Bool { self.global?.pointer == global }

    /// What a target says of an offer by the extension; nil if nothing.
    public func words(on id: OfferID) -> DragOfferWords? { offers[id]?.words }

    // MARK: For this module's objects

    func mayControlSelections(_ client: Client) -> Bool { delegate.mayControlSelections(client) }

    /// Nil for a seat that the host has removed.
    func seat(of object: WlSeat) -> DataSeat? { delegate.seat(of: object).map { seat($0) } }

    func makeDevice(_ object: WlDataDevice, for seat: WlSeat) {
        guard let seat = self.seat(of: seat) else {
            // A seat that the host has removed meanwhile.
            return object.setHandler(DataDevice(object, id: SeatID(0), seat: nil))
        }
        seat.add(object)
    }

    private func bind(_ object: WlDataDeviceManager, by client: Client) {
        object.setHandler(answers)
        client.widenSocket()
        watch(client)
    }

    /// Reports when a client goes, before its objects are destroyed. Also for clients that have never bound the manager:
    /// content can be held over their surfaces.
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

/// What a `DataDeviceManager` asks of its owner, and tells it.
public protocol DataDeviceDelegate: AnyObject {
    /// A client asked something that concerns a drag.
    func handle(_ request: DragRequest)
    /// The seat that a client's `wl_seat` stands for; nil if it is gone.
    func seat(of object: WlSeat) -> SeatID?
    /// Whether this serial entitles the client to set the seat's selection.
    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool
    /// Whether a client may read and set the selections at any time, as clipboard managers do.
    func mayControlSelections(_ client: Client) -> Bool
    /// A client broke the protocol, or went beyond a limit, and is disconnected with these words.
    func clientErred(_ client: Client, _ text: String)
}

/// Answers the requests on all `wl_data_device_manager` objects; one is enough, since they have no state.
private final class ManagerRequests: ResourceHandler {
    weak var manager: DataDeviceManager?
    /// Where clients that do not read are waited for.
    var loop: EventLoop?
    private let quota = SourceQuota(of: "wl_data_source")

    func handle(_ request: WlDataDeviceManager.Request, on object: WlDataDeviceManager) {
        switch request {
        case .createDataSource(let id):
            if quota.admit(id.resource, of: id.client) { id.setHandler(DataSource(id, quota: quota, loop: loop)) }
        case .getDataDevice(let id, let seat): manager?.makeDevice(id, for: seat)
        case .release: break  // Ends the manager object and nothing else: what was made by it lives on.
        }
    }
}
