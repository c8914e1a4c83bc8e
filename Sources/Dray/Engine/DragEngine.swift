// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import DrayServer
public import DrayTransfer
public import WaylandServer
public import WaylandUtil

/// Drag and drop for a compositor: the one object that a host makes (RUN-01).
///
/// It offers `wl_data_device_manager` and `zwp_primary_selection_device_manager_v1` on the host's display, keeps the register
/// of seats and drags, and tells the host what to show. Bound to the display's thread.
public final class DragEngine {
    /// Who shows what the engine says, and is asked what it cannot know. Not kept: a host most often owns its engine. Without
    /// one, every request for a drag is refused.
    public var host: (any DragHost)? {
        get { link.host }
        set { link.host = newValue }
    }
    /// The rules for drags that begin from now on (HIG-05).
    public var policy: DragPolicy
    /// How drags look, those under way as well. Scale and the badge's place are the engine's own matter.
    public var style: PresentationStyle {
        get { link.style }
        set {
            link.style = newValue
            for drag in drags { drag.showPointer() }
            if !drags.isEmpty { link.frameNeeded() }
        }
    }
    /// The last drops on this display that have finished (HIG-26). A host shows them, and undoes and redoes them as far as it
    /// can. Clients with the extension are told of each undo and redo; `wl_data_device` has no word for it. To be forgotten
    /// when the session goes to another person; it goes with the engine.
    public var journal = DropJournal() {
        didSet { journalChanged(from: oldValue) }
    }
    /// How long a person may take to confirm a drop, in microseconds of real time; no answer is a no (HIG-27).
    public var confirmationTime: UInt64 = 60_000_000
    /// Sees every event of every drag with what it led to; for traces and replays. Motions come as events too.
    public var observer: ((DragID, DragEvent, [DragEffect]) -> Void)? {
        get { link.observer }
        set { link.observer = newValue }
    }
    /// Is told what a drag begins with, before anything comes of it; with ``observer`` all that a replay needs.
    public var beginningObserver: ((DragID, DragBeginning) -> Void)?
    /// Stands between source and target: is given the descriptor that the target wants written, and returns the one that
    /// the source is to write into, in its place or the same. For hosts that watch or keep what is transferred.
    public var transferFilter: ((DragID, MimeType, ReceivedDescriptor) -> ReceivedDescriptor)?

    /// Sees every change of every transfer, short ones as well; for traces. The host hears of those that it may want to
    /// show, see ``HostEffect/transfer(_:)``.
    public var transferObserver: ((Transfer) -> Void)?

    let link: EngineLink
    let manager: DataDeviceManager
    let dragExtension: DragExtension
    /// Says what drags announce, where the host wants that.
    var announcer: Announcer?
    /// What clients with the extension can take back (HIG-26).
    var takeBacks: [DragID: TakeBack] = [:]
    let frames: FrameSchedule
    let loop: EventLoop
    /// What is on its way between sources and targets.
    let transfers: TransferPool
    var seats: [SeatID: DragSeat] = [:]
    /// Under way, dropped and not finished, or still to be seen; in the order in which they began.
    var drags: [Drag] = []
    /// What was taken in of clipboards, where the host wants that.
    var keptSelections: [SeatID: KeptContent] = [:]
    private let primarySelections: PrimarySelectionManager?
    private let dataControl: DataControlManager?
    private let toplevelDrags: ToplevelDragManager?
    /// Seats that the host has removed, until their last effects are carried out.
    var leaving: Set<SeatID> = []
    /// No drag begins any more.
    var isClosed = false
    private var lastOffer: UInt64 = 0
    private var lastRead: UInt64 = 0
    private var lastDrag: UInt64 = 0

    /// What the engine offers beside `wl_data_device_manager`. There may be only one of each on a display, since clients that
    /// bind different ones would not hear of each other: what the host has already, or does not want, is left out.
    public struct Globals: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `zwp_primary_selection_device_manager_v1`.
        public static let primarySelection = Globals(rawValue: 1 << 0)
        /// `zwlr_data_control_manager_v1` and `ext_data_control_manager_v1`, for clients that the host trusts, see
        /// ``DragHost/mayControlSelections(_:)``.
        public static let dataControl = Globals(rawValue: 1 << 1)
        /// `xdg_toplevel_drag_manager_v1`, for hosts that carry windows, see ``HostEffect/carry(_:_:at:)``.
        public static let toplevelDrag = Globals(rawValue: 1 << 2)
    }

    /// Set ``host`` before clients are served.
    public init(
        display: Display, policy: DragPolicy = .humanInterface, globals: Globals = .primarySelection
    ) {
        self.policy = policy
        link = EngineLink()
        manager = DataDeviceManager(display: display, delegate: link)
        dragExtension = DragExtension(display: display, devices: manager) { [link] in link.engine?.handle($0) }
        loop = display.eventLoop
        frames = FrameSchedule(
            loop: loop, host: { [unowned link] in link.host },
            makeFrame: { [unowned link] in link.engine?.frame(at: link.now) })
        transfers = TransferPool(loop: display.eventLoop) { .monotonic }
        primarySelections =
            globals.contains(.primarySelection) ? PrimarySelectionManager(display: display, seatsOf: manager) : nil
        dataControl = globals.contains(.dataControl) ? DataControlManager(display: display, seatsOf: manager) : nil
        toplevelDrags =
            globals.contains(.toplevelDrag) ? ToplevelDragManager(display: display, sourcesOf: manager) : nil
        link.engine = self
        transfers.onChange = { [unowned self] in transferChanged($0) }
        link.effects.whenSettled = { [unowned self] in settled() }
        link.surfaces.whenDestroyed = { [unowned link] in link.engine?.surfaceDestroyed($0) }
    }

    deinit {
        link.cut()
        // Clients are told, as far as they can be without a host; the seats may be kept by whoever asked for them.
        for drag in drags {
            for case .source(let effect) in drag.session.cancel(.host) { drag.content?.tell(effect) }
            drag.content?.ended(nil)
        }
        for seat in seats.values {
            if let drag = seat.ownDrag { seat.data.tell(.leave(drag.session.origin.surface), surface: nil) }
            seat.end()
        }
    }

    // MARK: Seats

    /// The seat with that identity, made when it is first asked for.
    public func seat(_ id: SeatID) -> DragSeat {
        if let seat = seats[id] { return seat }
        let seat = DragSeat(id: id, link: link, data: manager.seat(id))
        seats[id] = seat
        seat.data.selection.whenRead = { [link] in link.engine?.carry($0, of: .clipboard, on: id) }
        seat.data.primarySelection.whenRead = { [link] in
            link.engine?.carry($0, of: .primarySelection, on: id)
        }
        seat.data.selection.whenClientChanges = { [link] in link.engine?.selectionChanged(to: $0, on: id) }
        seat.data.selection.heir = { [link] in link.engine?.inheritedTypes(on: id) ?? [] }
        return seat
    }

    /// The seat is gone: its drag is cancelled, its data devices become inert. What was shown of its drags goes at once.
    public func removeSeat(_ id: SeatID) {
        guard let seat = seats[id] else { return manager.removeSeat(id) }
        leaving.insert(id)
        seat.endKeyboardDrag()
        seat.cancel(.deviceGone)
        for drag in drags where drag.seat === seat { drag.vanish() }
        if !link.isDraining { settled() }
    }

    /// The clipboard and the primary selection of a seat follow its keyboard focus. Call before `wl_keyboard.enter` is sent.
    public func keyboardFocusChanged(to client: Client?, on seat: SeatID) {
        self.seat(seat).data.keyboardFocusChanged(to: client)
    }

    /// Puts content of the host's own into the clipboard of a seat, or empties it (nil).
    public func setSelection(_ content: HostSelection?, on seat: SeatID) {
        keptSelections[seat] = nil
        self.seat(seat).data.selection.set(content)
    }

    /// Asks the client whose content is in the clipboard of a seat to write it as `type` into the descriptor. Without
    /// such content the descriptor is only closed.
    public func sendSelection(_ type: MimeType, to descriptor: ReceivedDescriptor, on seat: SeatID) {
        self.seat(seat).data.selection.send(type, to: descriptor)
    }

    /// Whether a `wl_global` is the engine's own: for a host that hides others of the same interface.
    public func owns(global: OpaquePointer) -> Bool { manager.owns(global: global) }

    /// Whether a client may see a `wl_global`: not those by which selections are controlled, unless the host trusts it. For
    /// the filter of a host's display; a client that binds one all the same can do nothing with it.
    public func isVisible(global: OpaquePointer, to client: Client) -> Bool {
        guard let dataControl, dataControl.owns(global: global) else { return true }
        return link.mayControlSelections(client)
    }

    /// What a drag looks like: what its client has drawn, or a standard image; nil before and after.
    public func image(of id: DragID) -> DragImage? { drag(id)?.show.image }

    /// The surface of an identity in an announcement; nil once it is gone.
    public func surface(_ id: SurfaceID) -> WlSurface? { link.surfaces[id] }

    // MARK: Identities

    func nextOffer() -> OfferID {
        lastOffer += 1
        return OfferID(lastOffer)
    }

    func nextRead() -> ReadID {
        lastRead += 1
        return ReadID(lastRead)
    }

    func nextDrag() -> DragID {
        lastDrag += 1
        return DragID(lastDrag)
    }

    /// Remembers a surface as long as it lives, and tells every drag when it dies.
    func watch(_ surface: WlSurface) -> SurfaceID {
        let (id, isNew) = link.surfaces.add(surface)
        if isNew { manager.watch(surface.client) }
        return id
    }
}
