// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayServer
public import WaylandServer

/// The compositor, as the engine sees it: it knows where surfaces are, and shows what the engine says.
///
/// There are two ways to use the engine, with the same host. A compositor that has its own grabs and its own picking
/// tells a `DragSeat` what the content is over (`focus`, `motion`). One that has none yet only tells where the pointer is
/// (`pointerMoved`), and is asked by `pick`.
///
/// Everything here is called on the display's thread. A host may call the engine back from any of these methods.
public protocol DragHost: AnyObject {
    /// The seat that a client's `wl_seat` stands for; nil if it is gone.
    func seat(of object: WlSeat) -> SeatID?

    /// Whether this serial entitles the client to set the seat's clipboard or primary selection: it had input, or has
    /// the keyboard focus. That a serial is not older than the one which set the selection last is checked besides.
    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool

    /// Whether a drag may begin. Checks that the serial is that of a press or touch which still holds, on this surface or
    /// its tree, and that the icon surface can be one.
    ///
    /// Nothing is begun yet; that comes with `HostEffect.began`. A host that posts a protocol error (the icon has another
    /// role) returns nil as well.
    func allowDrag(_ request: StartDrag) -> DragPermit?

    /// The topmost surface at a point that takes input there, the drag image left out. Only asked when the engine drives.
    func pick(at position: Point, on seat: SeatID) -> Pick?

    /// Whether the image goes along with the pointer without being told: `PresentationEffect.imageMoves` does not come with
    /// a motion then. A host that drives knows where the pointer is before the engine does.
    var movesImage: Bool { get }

    /// Shows, tells or does something.
    func perform(_ effect: HostEffect, on seat: SeatID)

    /// A client's content has taken the clipboard of a seat, or has left it (nil). For hosts with further clipboards
    /// beside it (Xwayland); others need not do anything, since clients are told by the engine.
    func selectionChanged(to types: [MimeType]?, on seat: SeatID)
}

extension DragHost {
    public var movesImage: Bool { false }
    public func selectionChanged(to types: [MimeType]?, on seat: SeatID) {}
}

/// What a host knows of a drag that may begin.
public struct DragPermit {
    /// Where the pointer, finger or pen is. Global.
    public var position: Point
    /// The modifiers that are held already. They count (HIG-03).
    public var modifiers: Modifiers
    /// The place inside the application that the content comes from; by default one for each toplevel's surface tree.
    public var container: ContainerID

    public init(position: Point, modifiers: Modifiers, container: ContainerID) {
        self.position = position
        self.modifiers = modifiers
        self.container = container
    }
}

/// A surface under the pointer.
public struct Pick {
    public var surface: WlSurface
    /// The place inside the application that this part of the surface belongs to.
    public var container: ContainerID
    /// The point, local to the surface.
    public var local: Point

    public init(surface: WlSurface, container: ContainerID, local: Point) {
        self.surface = surface
        self.container = container
        self.local = local
    }
}

/// What a host is asked to do about a drag on one of its seats.
public enum HostEffect {
    /// A drag has begun: take the pointer or the finger away from the clients and give it to the engine.
    case began(DragID, origin: WlSurface, icon: WlSurface?)
    /// The content was dropped, or the drag is over: the seat is the clients' again.
    case released(DragID)
    /// The drag has ended. Comes after `released` if the target took its time.
    case ended(DragID, DragOutcome)
    /// The drag image and what it tells: appears, follows, changes its badge, flies back. `DragPresentation` draws it, and
    /// `PointerShape` names the pointer for a feedback, for a cursor theme or `wp_cursor_shape_v1` (HIG-14).
    case present(DragID, PresentationEffect)
    /// The one possible target to highlight, or none (HIG-15).
    case highlight(WlSurface?)
    /// A step to be told in words (HIG-33).
    case announce(Announcement)
    /// A step to be felt or heard (HIG-35).
    case haptic(Haptic)
    /// A client that the content is merely held over wanted to read it without having said whether it wants any of it,
    /// and got nothing; so many such reads there were in this drag (HIG-22). For hosts that guard their people's data.
    case earlyRead(DragID, count: Int)
    /// The content was dropped here, outside of where it came from: keyboard focus follows it (HIG-29).
    case activate(WlSurface)
}

/// One drag of an engine, from its beginning until its image is gone.
public struct DragID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
