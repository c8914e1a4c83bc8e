// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The compositor's interface for windows and popups.
///
/// Points are in global coordinates.
protocol ShellHost: AnyObject {
    /// Whether content is accepted before the first configure is acknowledged.
    var toleratesEarlyContent: Bool { get }

    func nextSerial() -> UInt32
    /// The area of the output at a position, or else of the first one; nil without outputs.
    func outputArea(at point: Point) -> Rectangle?
    /// The position of a window that has none yet.
    func placement(for window: Window) -> Point
    /// Moves a window, and notifies its dependants.
    func place(_ window: Window, at point: Point)

    /// The window was mapped.
    func windowMapped(_ window: Window)
    func windowUnmapped(_ window: Window)
    /// An overlay was mapped or unmapped.
    func overlayMapped(_ shell: OuterShell)
    func overlayUnmapped(_ shell: OuterShell)

    /// The client requests an interactive move, or a resize by `edges`, with the press of `serial`.
    func take(_ window: Window, by serial: UInt32, of seat: WlSeat, edges: XdgToplevel.ResizeEdge?)
    /// The client requests a grab for a popup that is not mapped yet.
    func askGrab(for popup: Popup, by serial: UInt32, of seat: WlSeat) -> PopupGrabAnswer

    func baseDestroyed(_ base: ShellBase)
}

/// The seat that has granted a popup grab. Its input is sent only to the popup's client while the popup is open.
protocol PopupGrabber: AnyObject {
    func popupOpened(_ popup: Popup)
    /// The popup was closed, or was never mapped.
    func popupClosed(_ popup: Popup)
}

/// The result of `xdg_popup.grab`.
enum PopupGrabAnswer {
    case granted(any PopupGrabber)
    /// The popup is dismissed: the seat was removed or has another grab, or has not sent the serial to the client.
    case refused
    /// Another popup is open that is not the parent: a protocol error.
    case notTopmost
}
