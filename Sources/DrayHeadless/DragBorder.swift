// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import HeadlessDesktop

/// Where Wayland's clients end: surfaces of a server of another window system, whose applications drag by words of their own (WL-04).
///
/// Called on the thread of the display's loop. The host keeps it.
public protocol DragBorder: AnyObject {
    /// Whether the surface belongs to that server.
    func owns(_ surface: Surface) -> Bool
    /// What content of a seat's is over there; nil for nothing.
    func place(of hit: SurfaceHit, on seat: SeatID) -> HostPlace?
    /// Whether one of that system's applications drags by a seat's pointer, whether or not the engine knows of it yet.
    func isDragging(on seat: SeatID) -> Bool
    /// The host was asked this, and has done it.
    func performed(_ effect: HostEffect, on seat: SeatID)
    /// What a seat's clipboard holds; nil for nothing.
    func selectionChanged(to types: [MimeType]?, on seat: SeatID)
}
