// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// What windows and popups ask of the compositor that shows them.
///
/// Points are in the global space.
protocol ShellHost: AnyObject {
    /// Whether a surface may show something before its client was told a size.
    var toleratesEarlyContent: Bool { get }

    func nextSerial() -> UInt32
    /// What the output at that place shows, or else the first; nil where there is none.
    func outputArea(at point: Point) -> Rectangle?
    /// Where a window that was nowhere yet is to come.
    func placement(for window: Window) -> Point
    /// Moves the window, and tells what belongs to it.
    func place(_ window: Window, at point: Point)

    /// The window shows something, for the first time or again.
    func windowMapped(_ window: Window)
    func windowUnmapped(_ window: Window)
    /// Something that is no window shows above all of them, or no longer.
    func overlayMapped(_ shell: OuterShell)
    func overlayUnmapped(_ shell: OuterShell)

    /// The client asks to have its window moved, or resized by `edges`, by the press that `serial` stands for.
    func take(_ window: Window, by serial: UInt32, of seat: WlSeat, edges: XdgToplevel.ResizeEdge?)
    /// The client asks for all of a seat's input on behalf of a popup that is about to open.
    func askGrab(for popup: Popup, by serial: UInt32, of seat: WlSeat) -> PopupGrabAnswer

    func baseDestroyed(_ base: ShellBase)
}

/// Who has granted a popup its grab: a seat, whose input goes to the popup's client alone while it is open.
protocol PopupGrabber: AnyObject {
    func popupOpened(_ popup: Popup)
    /// It has gone, or never opened.
    func popupClosed(_ popup: Popup)
}

/// What becomes of `xdg_popup.grab`.
enum PopupGrabAnswer {
    case granted(any PopupGrabber)
    /// The popup is dismissed: its seat is gone or taken, or never gave the client that serial.
    case refused
    /// Another menu is open, and this one does not lie on it: a protocol error.
    case notTopmost
}
