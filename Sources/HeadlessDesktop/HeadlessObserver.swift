// SPDX-License-Identifier: MIT

public import DrayCore

/// Hears what happens in a headless compositor: how the drag engine is coupled to it. Every method may be left out.
public protocol HeadlessObserver: AnyObject {
    /// Another client has the keyboard of `seat`, or none: `seat.keyboard.focus` says which. Called before the client
    /// is sent `wl_keyboard.enter`, as the selection has to come first.
    func keyboardFocusChanged(of seat: Seat)

    /// What is where may have changed: a surface came, went, moved, or has another shape.
    func sceneChanged()

    /// A screen was plugged in or unplugged. Windows and pointers of one that is gone are on another by now.
    func outputsChanged()

    /// A person's devices were unplugged for good. The seat's grab has ended by then.
    func seatRemoved(_ seat: Seat)

    /// Frames are due: time went on, or the screen was refreshed. Called before frame callbacks are fired.
    func frame(at time: Instant)
}

extension HeadlessObserver {
    public func keyboardFocusChanged(of seat: Seat) {}
    public func sceneChanged() {}
    public func outputsChanged() {}
    public func seatRemoved(_ seat: Seat) {}
    public func frame(at time: Instant) {}
}
