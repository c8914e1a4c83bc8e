// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
import DrayServer
public import DrayTransfer
public import WaylandServer
public import WaylandUtil

/// The drag-and-drop engine of a compositor, and the only object that a host creates (RUN-01).
///
/// The engine advertises `wl_data_device_manager` and `zwp_primary_selection_device_manager_v1` on the host's display,
/// keeps the seats and drags, and sends effects to the host. Bound to the display's thread.
public final class DragEngine {
    /// The host, held weakly, since a host usually owns its engine. Without a host, every request for a drag is
    /// refused.
    public var host: (any DragHost)? {
        get { link.host }
        set { link.host = newValue }
    }
    /// The rules for drags that begin from now on (HIG-05).
    public var policy: DragPolicy
    /// The style of drags, including current ones, except for settings that follow the desktop
    /// (``followDesktop(_:environment:program:)``). The engine itself determines the scale and the position of the
    /// badge.
    public var style: PresentationStyle {
        get { ownStyle }
        set {
            ownStyle = newValue
            styleChanged()
        }
    }
    /// The most recently finished drops on this display (HIG-26). A host can list, undo and redo them. Clients with the
    /// extension are notified of each undo and redo; `wl_data_device` has no event for it. The host clears the journal
    /// when the session passes to another user. The journal is released with the engine.
    public var journal = DropJournal() {
        // The old value is not used here: it would be copied with every drop.
        didSet { journalChanged() }
    }
    /// The timeout for the user's confirmation of a drop, in microseconds of real time. Without an answer, the drop is
    /// cancelled (HIG-27).
    public var confirmationTime: UInt64 = 60_000_000
    /// Called with every event of every drag and its effects, for traces and replays. Motions are included if
    /// ``observesMotions`` is true.
    public var observer: ((DragID, DragEvent, [DragEffect]) -> Void)? {
        get { link.observer }
        set { link.observer = newValue }
    }
    /// Whether ``observer`` is called for motions. If false, motions cost the same as without an observer.
    public var observesMotions: Bool {
        get { link.observesMotions }
        set { link.observesMotions = newValue }
    }
    /// Called with the initial state of a drag, before its first effects. Together with ``observer``, it provides
    /// everything a replay needs.
    public var beginningObserver: ((DragID, DragBeginning) -> Void)?
    /// Filters the descriptors between source and target: receives the target's descriptor and returns the one that the
    /// source writes to, which may be the same. For hosts that inspect or store transferred content.
    public var transferFilter: ((DragID, MimeType, ReceivedDescriptor) -> ReceivedDescriptor)?

    /// Called with every change of every transfer, including short ones, for traces. The host is sent only the changes
    /// that it may want to show, see ``HostEffect/transfer(_:)``.
    public var transferObserver: ((Transfer) -> Void)?

    private let display: Display
    let link: EngineLink
    let manager: DataDeviceManager
    let dragExtension: DragExtension
    /// Announces drags, if the host enables announcements.
    var announcer: Announcer?
    /// Reads the desktop settings, if the host follows them.
    var follower: DesktopFollower?
    var followed: DesktopWishes = []
    /// Lets programs drag by name, if the host allows it.
    var dragByNameService: DragByNameService?
    /// Makes files accessible to programs in sandboxes, if the host allows it (WL-06).
    var documents: DocumentPortal?
    var ownStyle = PresentationStyle()
    /// The drops that clients with the extension can undo (HIG-26).
    var undoRecords: [DragID: UndoRecord] = [:]
    let frames: FrameSchedule
    let loop: EventLoop
    /// The transfers between sources and targets.
    let transfers: TransferPool
    var conversionMemory = ConversionMemory()
    var seats: [SeatID: DragSeat] = [:]
    /// Drags in progress, dropped but unfinished, or still visible, in the order in which they began.
    var drags: [Drag] = []
    /// The clipboard contents kept by the engine, if the host enables that.
    var keptSelections: [SeatID: KeptContent] = [:]
    let primarySelections: PrimarySelectionManager?
    let dataControl: DataControlManager?
    private(set) var toplevelDrags: ToplevelDragManager?
    /// Seats that the host has removed, until their last effects are performed.
    var leaving: Set<SeatID> = []
    /// Whether no further drag may begin.
    var isClosed = false
    /// Surfaces that are, or were, previews of items.
    var previews: Set<SurfaceID> = []
    var identities = Identities()
    var reports = HostReports()

    /// Creates an engine. Set ``host`` before clients are served.
    public init(
        display: Display, policy: DragPolicy = .humanInterface, globals: Globals = .primarySelection
    ) {
        self.display = display
        self.policy = policy
        link = EngineLink()
        manager = DataDeviceManager(display: display, delegate: link)
        // Clients' objects can outlive the engine and continue to send requests.
        dragExtension = DragExtension(
            display: display, devices: manager,
            mayBePreview: { [link] in link.engine?.takePreview($0) ?? true },
            onRequest: { [link] in link.engine?.handle($0) })
        loop = display.eventLoop
        frames = FrameSchedule(
            loop: loop, host: { [unowned link] in link.host },
            makeFrame: { [unowned link] in link.engine?.frame(at: link.now) })
        transfers = TransferPool(loop: display.eventLoop) { .monotonic }
        primarySelections =
            globals.contains(.primarySelection) ? PrimarySelectionManager(display: display, seatsOf: manager) : nil
        dataControl = globals.contains(.dataControl) ? DataControlManager(display: display, seatsOf: manager) : nil
        link.engine = self
        // Content that is still referenced keeps its pipes, whose transfers run to their end.
        transfers.onChange = { [link] in link.engine?.transferChanged($0) }
        link.effects.whenSettled = { [unowned link] in link.engine?.settled() }
        link.surfaces.whenDestroyed = { [unowned link] in link.engine?.surfaceDestroyed($0) }
        if globals.contains(.toplevelDrag) { advertiseToplevelDrags() }
    }

    /// Advertises `xdg_toplevel_drag_manager_v1` from now on, for a host that begins to attach windows after the
    /// engine was created, see ``Globals/toplevelDrag``.
    public func advertiseToplevelDrags() {
        guard toplevelDrags == nil, !isClosed else { return }
        toplevelDrags = ToplevelDragManager(display: display, sourcesOf: manager)
    }

    deinit {
        link.cut()
        // Clients are notified as far as possible without a host. Other references may keep the seats alive.
        for drag in drags { drag.abandon() }
        for seat in seats.values {
            for hand in seat.hands {
                if let drag = hand.ownDrag { hand.channel.tell(.leave(drag.session.origin.surface), surface: nil) }
            }
            seat.end()
        }
    }

    /// Returns the image of a drag: the client's drawing or a standard image; nil before and after the drag.
    public func image(of id: DragID) -> DragImage? { drag(id)?.show.image }

    /// Returns the surface with the ID from an announcement, or nil if it was destroyed.
    public func surface(_ id: SurfaceID) -> WlSurface? { link.surfaces[id] }

    /// Registers a surface until it is destroyed, which is then delivered to every drag.
    func watch(_ surface: WlSurface) -> SurfaceID {
        let (id, isNew) = link.surfaces.add(surface)
        if isNew { manager.watch(surface.client) }
        return id
    }
}
