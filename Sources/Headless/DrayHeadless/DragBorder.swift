// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import HeadlessDesktop

/// The boundary between Wayland clients and another window system: surfaces of that system's server, whose applications
/// use a drag protocol of their own (WL-04).
///
/// Called on the thread of the display's event loop. The host retains it.
public protocol DragBorder: AnyObject {
    /// Whether the surface belongs to that server.
    func owns(_ surface: Surface) -> Bool
    /// The drop target of the other system for a seat's drag; nil for none.
    func place(of hit: SurfaceHit, on seat: SeatID) -> HostPlace?
    /// Whether an application of that system drags with the seat's pointer, whether or not the engine knows of the drag
    /// yet.
    func isDragging(on seat: SeatID) -> Bool
    /// Called after the host has performed an effect.
    func performed(_ effect: HostEffect, on seat: SeatID)
    /// Called when the seat's selection changes; nil for an empty selection.
    func selectionChanged(to types: [MimeType]?, on seat: SeatID)
}
