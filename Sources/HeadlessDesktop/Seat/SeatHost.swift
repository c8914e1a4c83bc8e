// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// What a seat asks of the compositor that it belongs to.
protocol SeatHost: AnyObject {
    var configuration: HeadlessConfiguration { get }
    var display: Display { get }
    var clock: VirtualClock { get }
    var scene: Scene { get }
    var screens: OutputLayout { get }

    /// Brings a clock that runs with real time up to now.
    func catchUp()
    /// A key goes down that no grab has kept.
    /// - Returns: whether it is the host's, and no client hears of it.
    func takesShortcut(_ key: InputEvent.Key, of seat: Seat) -> Bool
    /// Raises a window and gives it the keyboard of a seat; of all seats for nil.
    func activate(_ window: Window, for seat: Seat?)
    /// Moves the window, and tells what belongs to it.
    func place(_ window: Window, at point: Point)
    /// Another client has the seat's keyboard. Called before the client is told.
    func keyboardFocusChanged(of seat: Seat)
}
