// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
import DrayServer
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
    /// How drags look, those under way as well, as far as the desktop is not followed (``followDesktop(_:environment:program:)``).
    /// Scale and the badge's place are the engine's own matter.
    public var style: PresentationStyle {
        get { ownStyle }
        set {
            ownStyle = newValue
            styleChanged()
        }
    }
    /// The last drops on this display that have finished (HIG-26). A host shows them, and undoes and redoes them as far as it
    /// can. Clients with the extension are told of each undo and redo; `wl_data_device` has no word for it. To be forgotten
    /// when the session goes to another person; it goes with the engine.
    public var journal = DropJournal() {
        // What it was before is not asked for: it would be copied with each drop.
        didSet { journalChanged() }
    }
    /// How long a person may take to confirm a drop, in microseconds of real time; no answer is a no (HIG-27).
    public var confirmationTime: UInt64 = 60_000_000
    /// Sees every event of every drag with what it led to; for traces and replays. Motions come as events too, as long
    /// as ``observesMotions``.
    public var observer: ((DragID, DragEvent, [DragEffect]) -> Void)? {
        get { link.observer }
        set { link.observer = newValue }
    }
    /// Whether ``observer`` sees motions: whoever does without has them as cheap as without an observer.
    public var observesMotions: Bool {
        get { link.observesMotions }
        set { link.observesMotions = newValue }
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
    /// Knows what the desktop wishes, where the host follows it.
    var follower: DesktopFollower?
    var followed: DesktopWishes = []
    /// Where programs drag by name, where the host lets them.
    var nameDoor: NameDoor?
    /// How programs in sandboxes get files, where the host wants that (WL-06).
    var documents: DocumentPortal?
    var ownStyle = PresentationStyle()
    /// What clients with the extension can take back (HIG-26).
    var takeBacks: [DragID: TakeBack] = [:]
    let frames: FrameSchedule
    let loop: EventLoop
    /// What is on its way between sources and targets.
    let transfers: TransferPool
    var conversionMemory = ConversionMemory()
    var seats: [SeatID: DragSeat] = [:]
    /// Under way, dropped and not finished, or still to be seen; in the order in which they began.
    var drags: [Drag] = []
    /// What was taken in of clipboards, where the host wants that.
    var keptSelections: [SeatID: KeptContent] = [:]
    private let primarySelections: PrimarySelectionManager?
    let dataControl: DataControlManager?
    private let toplevelDrags: ToplevelDragManager?
    /// Seats that the host has removed, until their last effects are carried out.
    var leaving: Set<SeatID> = []
    /// No drag begins any more.
    var isClosed = false
    /// Surfaces that items look like, or did.
    var previews: Set<SurfaceID> = []
    var identities = Identities()

    /// Set ``host`` before clients are served.
    public init(
        display: Display, policy: DragPolicy = .humanInterface, globals: Globals = .primarySelection
    ) {
        self.policy = policy
        link = EngineLink()
        manager = DataDeviceManager(display: display, delegate: link)
        // Clients have objects that outlive the engine, and go on to say something by them.
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
        toplevelDrags =
            globals.contains(.toplevelDrag) ? ToplevelDragManager(display: display, sourcesOf: manager) : nil
        link.engine = self
        // Content that somebody still has keeps its pipes, and those go on to their end.
        transfers.onChange = { [link] in link.engine?.transferChanged($0) }
        link.effects.whenSettled = { [unowned link] in link.engine?.settled() }
        link.surfaces.whenDestroyed = { [unowned link] in link.engine?.surfaceDestroyed($0) }
    }

    deinit {
        link.cut()
        // Clients are told, as far as they can be without a host; the seats may be kept by whoever asked for them.
        for drag in drags { drag.abandon() }
        for seat in seats.values {
            for hand in seat.hands {
                if let drag = hand.ownDrag { hand.lane.tell(.leave(drag.session.origin.surface), surface: nil) }
            }
            seat.end()
        }
    }

    /// What a drag looks like: what its client has drawn, or a standard image; nil before and after.
    public func image(of id: DragID) -> DragImage? { drag(id)?.show.image }

    /// The surface of an identity in an announcement; nil once it is gone.
    public func surface(_ id: SurfaceID) -> WlSurface? { link.surfaces[id] }

    /// Remembers a surface as long as it lives, and tells every drag when it dies.
    func watch(_ surface: WlSurface) -> SurfaceID {
        let (id, isNew) = link.surfaces.add(surface)
        if isNew { manager.watch(surface.client) }
        return id
    }
}
