// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The compositor's interface for a seat.
protocol SeatHost: AnyObject {
    var configuration: HeadlessConfiguration { get }
    var display: Display { get }
    var clock: VirtualClock { get }
    var scene: Scene { get }
    var screens: OutputLayout { get }

    /// Brings a clock that follows real time up to date.
    func catchUp()
    /// Called for a key press that no grab has consumed.
    /// - Returns: whether the host handles it, so that no client receives it.
    func takesShortcut(_ key: InputEvent.Key, of seat: Seat) -> Bool
    /// Raises a window and gives it keyboard focus of a seat, or of all seats (nil).
    func activate(_ window: Window, for seat: Seat?)
    /// Moves a window, and notifies its dependants.
    func place(_ window: Window, at point: Point)
    /// The seat's keyboard focus has changed. Called before the client is notified.
    func keyboardFocusChanged(of seat: Seat)
}
