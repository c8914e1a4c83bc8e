// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import WaylandServer

/// The compositor, as the engine sees it. A host forwards input, reports the positions of surfaces, and displays
/// layers. It makes no drag-and-drop decisions.
///
/// A host can report the surface under the pointer in two ways. A compositor with picking of its own passes the focus
/// to a `DragSeat` (`focus`, `motion`). A compositor without picking passes only the pointer position (`pointerMoved`),
/// and the engine calls `pick`.
///
/// All methods are called on the display's thread, and may call back into the engine. The engine holds its host weakly
/// and makes no calls after the host is deallocated.
public protocol DragHost: AnyObject {
    /// The seat of a client's `wl_seat`, or nil if the seat no longer exists.
    func seat(of object: WlSeat) -> SeatID?

    /// Whether this serial entitles the client to set the seat's clipboard or primary selection: the client received
    /// input with it, or has keyboard focus. The engine also checks that the serial is not older than that of the
    /// current selection.
    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool

    /// Handles a client's request to begin a drag. The host checks that the serial belongs to a press or touch that is
    /// still held, on this surface or its tree, and that the icon surface can take the role; then it calls
    /// ``RequestedDrag/begin(_:)``, during this call or later. A request that is released without an answer is refused.
    ///
    /// By default, ``RequestedDrag/beginByPress()`` performs all these checks, for hosts that report every press with
    /// ``DragSeat/pressed(_:)``.
    func dragRequested(_ request: RequestedDrag)

    /// Whether several fingers of a seat can drag at the same time, each with content of its own (HIG-10). If so,
    /// ``dragRequested(_:)`` and ``dragBegan(_:by:icon:on:)`` are also called while the seat is dragging, and the host
    /// reports finger positions with ``DragSeat/fingerMoved(_:to:at:)``.
    var letsFingersDragBeside: Bool { get }

    /// Whether a surface can be a drag icon, that is, has no other role. If not, its client receives `wl_data_device`'s
    /// `role` error. Only called by ``RequestedDrag/beginByPress()``.
    func mayBeIcon(_ surface: WlSurface) -> Bool

    /// Whether a surface can be the preview of an item (`dray_drag_item_v1.set_preview`), that is, has no other role.
    /// If true, the surface has that role from now on, and the host reports each of its commits with
    /// `DragEngine.previewChanged(_:)`; if false, the client receives a protocol error. May be called again for a
    /// surface that is already a preview. By default, any surface that can be an icon can be a preview.
    func mayBePreview(_ surface: WlSurface) -> Bool

    /// The current contents of a preview surface as pixels (`DragImage.Content.client`), without subsurfaces and
    /// offset, or nil if it has no buffer or the buffer cannot be read. The host then sends the surface's
    /// `wl_surface.frame` callbacks. Called while a frame is made, for the few visible items. The default returns nil,
    /// which shows the standard image for the item's kind.
    func picture(of preview: WlSurface) -> DragImage?

    /// The engine began a drag after checking the request itself. The host takes the driving device and the keyboard
    /// away from clients, and reports the surface under the pointer.
    /// - Parameter icon: The client's icon surface, if any.
    func dragBegan(_ drag: DragID, by device: DragDevice, icon: WlSurface?, on seat: SeatID)

    /// Whether a drop that the target accepts needs confirmation by the user (HIG-27). Called when the content is about
    /// to be dropped. By default, the engine asks if the target reports that the drop cannot be undone. A host that
    /// asks the user itself answers with `DragEngine.confirmDrop(_:isWanted:)`, during this call or later; input
    /// devices can answer as well. Until then the target receives no drop, and the image stays where it is.
    func confirmation(of drag: DragID, on seat: SeatID) -> DropConfirmation

    /// The topmost surface or place that accepts input at a point, ignoring the drag image. Called for every motion if
    /// the engine picks. If the host picks, called only for the area around a finger's near miss and to find the
    /// targets of Tab.
    func pick(at position: Point, on seat: SeatID) -> Pick?

    /// The current bounds of a surface, or nil if the host does not know where its windows are. Called while frames are
    /// made. With nil, images fly back to where the drag began, and targets are not highlighted.
    func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds?

    /// Whether the window of a surface is behind others and can be raised (HIG-19). Called after content has hovered
    /// over it.
    func isBehind(_ surface: WlSurface, on seat: SeatID) -> Bool

    /// The main surfaces of the visible windows of a seat: the focused window first, the others in stacking order from
    /// the top. Tab cycles through them in a drag by keyboard (HIG-32).
    func windows(on seat: SeatID) -> [WlSurface]

    /// The user-visible name of a surface's window, usually its title; nil or empty if it has none. Called for
    /// announcements (HIG-33).
    func name(of surface: WlSurface) -> String?

    /// Whether `pick` works for any point. Not needed by a host with picking of its own.
    var picks: Bool { get }

    /// Whether the host performs `HostEffect.playPointer` and the related effects that move the pointer without a
    /// device (HIG-32).
    var dragsByKeyboard: Bool { get }

    /// Whether the session of a seat is locked. While it is, programs can neither drag by name nor list names.
    func isLocked(_ seat: SeatID) -> Bool

    /// The scale of the output at a global point, in pixels per point.
    func scale(at position: Point, on seat: SeatID) -> Double

    /// The current time on the clock of the host's input events and frames.
    var now: Instant { get }

    /// Requests a frame at this time, or as soon as possible (nil): the host calls `DragEngine.frame(at:)` when it next
    /// draws.
    /// - Returns: Whether the host will make the call. If false, the engine uses a timer of its own, at most 60 times a
    ///   second.
    func frameDue(at time: Instant?) -> Bool

    /// Performs an effect: shows, sends or does something.
    func perform(_ effect: HostEffect, on seat: SeatID)

    /// The clipboard of a seat now holds a client's content, or no longer does (nil). For hosts that bridge other
    /// clipboards (Xwayland). The engine notifies Wayland clients itself.
    func selectionChanged(to types: [MimeType]?, on seat: SeatID)

    /// Whether a client may read and set the selections of every seat at any time, as clipboard managers do (WL-02).
    /// Such a client sees every password that is copied. Called when the engine advertises
    /// `zwlr_data_control_manager_v1` or `ext_data_control_manager_v1` to the client and when the client binds one of
    /// them. By default, true for every client that is not confined, see ``knownConfinement(of:)``.
    func mayControlSelections(_ client: Client) -> Bool

    /// Whether a client is in a sandbox and cannot open the same files as other programs. If the engine hands over
    /// files (`DragEngine.handOverFiles`), such a client receives files through the document portal and may only offer
    /// files that it can open (WL-06). Called when a list of files is dragged over the client's windows, when the
    /// client reads a list that was converted from something else, and by the default ``mayControlSelections(_:)``. A
    /// host with `wp_security_context_v1` returns what the client's context says, and ``Confinement/unknown`` for a
    /// client without a context, since not every sandbox creates one. The default is ``Confinement/unknown``.
    func confinement(of client: Client) -> Confinement

    /// The desktop settings changed, if the engine follows them (`DragEngine.followDesktop`). Drags already use them; a
    /// host may apply them to what it draws itself.
    func desktopChanged(to settings: DesktopSettings)

    /// A client violated a protocol or exceeded a limit, and is disconnected with this message, or it requested a
    /// drag without a press on that surface. The message is meant for the host's log. Clients can reconnect and cause
    /// any number of messages, so the host should rate-limit the log by `Client.processID`.
    func clientErred(_ client: Client, _ text: String)

    /// A client's drag was lost because the host left out a report. Called once for each client and mistake. The
    /// default writes a line to standard error.
    func hostErred(_ mistake: HostMistake, for client: Client)
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
    public func hostErred(_ mistake: HostMistake, for client: Client) { mistake.write() }
}
