// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import WaylandServer

/// The compositor, as the engine sees it: it hands in what devices do and where surfaces are, and puts layers on the
/// screen. It decides nothing.
///
/// There are two ways to say what is under the pointer, with the same host. A compositor that has its own picking tells a
/// `DragSeat` what the content is over (`focus`, `motion`). One that has none yet only tells where the pointer is
/// (`pointerMoved`), and is asked by `pick`.
///
/// Everything here is called on the display's thread. A host may call the engine back from any of these methods. The engine
/// does not keep its host: a host that is gone is asked nothing any more.
public protocol DragHost: AnyObject {
    /// The seat that a client's `wl_seat` stands for; nil if it is gone.
    func seat(of object: WlSeat) -> SeatID?

    /// Whether this serial entitles the client to set the seat's clipboard or primary selection: it had input, or has
    /// the keyboard focus. That a serial is not older than the one which set the selection last is checked besides.
    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool

    /// A client wants to begin a drag. The host checks that the serial is that of a press or touch which still holds, on
    /// this surface or its tree, and that the icon surface can be one; then it calls ``RequestedDrag/begin(_:)``, in here or
    /// later. A request that is let go of without an answer is refused.
    ///
    /// For a host that tells every press by ``DragSeat/pressed(_:)`` the engine checks all that by itself, which is what
    /// happens by default: ``RequestedDrag/beginByPress()``.
    func dragRequested(_ request: RequestedDrag)

    /// Whether fingers of a seat can drag beside its drag, each its own content (HIG-10): then ``dragRequested(_:)`` and
    /// ``dragBegan(_:by:icon:on:)`` come while the seat drags as well, and where fingers are is told by
    /// ``DragSeat/fingerMoved(_:to:at:)``.
    var letsFingersDragBeside: Bool { get }

    /// Whether a surface can be a drag icon: it has no other role. If not, its client gets `wl_data_device`'s error. Only
    /// asked by ``RequestedDrag/beginByPress()``.
    func mayBeIcon(_ surface: WlSurface) -> Bool

    /// Whether a surface can be the preview of an item (`dray_drag_item_v1.set_preview`): it has no other role. If so, it is one from
    /// here on, and each of its commits is told by `DragEngine.previewChanged(_:)`; if not, its client gets an error. Comes again for
    /// a surface that is one already. By default what can be an icon can be a preview.
    func mayBePreview(_ surface: WlSurface) -> Bool

    /// What is on such a surface now, as pixels (`DragImage.Content.client`), its subsurfaces and offset left out; nil if there is
    /// nothing on it, or it cannot be read. The client hears that it may draw again (`wl_surface.frame`). Asked as a frame is made,
    /// for the few items that are seen; nil by default, which shows a standard image of the item's kind.
    func picture(of preview: WlSurface) -> DragImage?

    /// The engine has begun a drag by itself. The host takes what drives it, and the keyboard, away from the clients, and says
    /// what is under the pointer.
    /// - Parameter icon: what the client draws its image on, if it does.
    func dragBegan(_ drag: DragID, by device: DragDevice, icon: WlSurface?, on seat: SeatID)

    /// The content is about to be dropped on what it is over, which takes it. Whether the person is asked first (HIG-27): by
    /// default the engine does so where the target says that this cannot be undone. A host that asks by itself answers by
    /// `DragEngine.confirmDrop(_:isWanted:)`, in here or later; devices give their answer to it. As long as anybody is asked the
    /// target does not know of the drop, and the image stays where it is.
    func confirmation(of drag: DragID, on seat: SeatID) -> DropConfirmation

    /// The topmost thing at a point that takes input there, the drag image left out. Asked when the engine picks; where
    /// the host does, for what lies around a finger's miss, and where Tab goes.
    func pick(at position: Point, on seat: SeatID) -> Pick?

    /// Where a surface is now; nil if the host does not know where its windows are. Asked as frames are made: then images fly
    /// back to where the drag began, and no target is ringed.
    func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds?

    /// Whether the window that a surface is in lies behind others and can come to the front (HIG-19). Asked when content has
    /// rested over it.
    func isBehind(_ surface: WlSurface, on seat: SeatID) -> Bool

    /// The windows of a seat that a person can see, that with the keyboard first and the others as they lie, the topmost first:
    /// where Tab goes in a drag by keyboard (HIG-32). By their main surfaces.
    func windows(on seat: SeatID) -> [WlSurface]

    /// What a person calls the window that a surface is in, most often its title; nil or empty if it has no name. Asked when a drag
    /// is told in words (HIG-33).
    func name(of surface: WlSurface) -> String?

    /// Whether `pick` says what is below any point. A host that has picking of its own need not.
    var picks: Bool { get }

    /// Whether the host plays what a person does without a hand, `HostEffect.playPointer` and its like (HIG-32).
    var dragsByKeyboard: Bool { get }

    /// Whether the session of a seat is locked: nobody drags by name then, or asks for names.
    func isLocked(_ seat: SeatID) -> Bool

    /// Pixels per point of the output at a global point.
    func scale(at position: Point, on seat: SeatID) -> Double

    /// The time now, on the clock of the host's input events and frames.
    var now: Instant { get }

    /// A frame is due at this time, or at once (nil): the host calls `DragEngine.frame(at:)` when it draws next.
    /// - Returns: whether the host does so; else the engine has a timer of its own, sixty times a second at most.
    func frameDue(at time: Instant?) -> Bool

    /// Shows, tells or does something.
    func perform(_ effect: HostEffect, on seat: SeatID)

    /// A client's content has taken the clipboard of a seat, or has left it (nil). For hosts with further clipboards
    /// beside it (Xwayland); others need not do anything, since clients are told by the engine.
    func selectionChanged(to types: [MimeType]?, on seat: SeatID)

    /// Whether a client may read and set the selections of every seat at any time, as clipboard managers do (WL-02): such a
    /// client sees every password that is copied. Asked when it is shown or binds `zwlr_data_control_manager_v1` or
    /// `ext_data_control_manager_v1`, where the engine offers them. A host that has not decided trusts those that are not
    /// confined, see ``knownConfinement(of:)``.
    func mayControlSelections(_ client: Client) -> Bool

    /// Whether a client is in a sandbox, and cannot open what other programs can: it gets files by the document portal then, where the
    /// engine hands them over (`DragEngine.handOverFiles`), and gives no others than it can open (WL-06). Asked as a
    /// list of files comes over its windows, as it reads one that is made of something else, and by
    /// ``mayControlSelections(_:)`` of a host that has not decided that. A host with
    /// `wp_security_context_v1` says what the client's context says, and of a client without one that it does not know: a sandbox
    /// need not have made one. So says who has not decided.
    func confinement(of client: Client) -> Confinement

    /// What the desktop wishes has changed, where the engine follows it (`DragEngine.followDesktop`). Drags look so already; a host
    /// may obey in what it shows by itself.
    func desktopChanged(to settings: DesktopSettings)

    /// A client broke the protocol, or went beyond a limit, and is disconnected with these words: for the host's log. A client
    /// can connect again and bring about as many as it likes, so the log is to be limited, by `Client.processID`.
    func clientErred(_ client: Client, _ text: String)
}

extension DragHost {
    public func dragRequested(_ request: RequestedDrag) { request.beginByPress() }
    public var letsFingersDragBeside: Bool { false }
    public func mayBeIcon(_ surface: WlSurface) -> Bool { true }
    public func mayBePreview(_ surface: WlSurface) -> Bool { mayBeIcon(surface) }
    public func picture(of preview: WlSurface) -> DragImage? { nil }
    public func dragBegan(_ drag: DragID, by device: DragDevice, icon: WlSurface?, on seat: SeatID) {}
    public func confirmation(of drag: DragID, on seat: SeatID) -> DropConfirmation { .standard }
    public func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds? { nil }
    public func isBehind(_ surface: WlSurface, on seat: SeatID) -> Bool { false }
    public func windows(on seat: SeatID) -> [WlSurface] { [] }
    public func name(of surface: WlSurface) -> String? { nil }
    public var picks: Bool { true }
    public var dragsByKeyboard: Bool { true }
    public func isLocked(_ seat: SeatID) -> Bool { false }
    public func scale(at position: Point, on seat: SeatID) -> Double { 1 }
    public var now: Instant { .monotonic }
    public func frameDue(at time: Instant?) -> Bool { false }
    public func selectionChanged(to types: [MimeType]?, on seat: SeatID) {}
    public func mayControlSelections(_ client: Client) -> Bool { knownConfinement(of: client) == .none }
    public func confinement(of client: Client) -> Confinement { .unknown }
    public func desktopChanged(to settings: DesktopSettings) {}
    public func clientErred(_ client: Client, _ text: String) {}
}
