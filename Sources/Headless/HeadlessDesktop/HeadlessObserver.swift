// SPDX-License-Identifier: MIT

public import DrayCore

/// Receives the events of a headless compositor, for instance for the drag engine. Every method has a default
/// implementation.
public protocol HeadlessObserver: AnyObject {
    /// The keyboard focus of `seat` has changed to `seat.keyboard.focus`. Called before `wl_keyboard.enter`, since the
    /// selection has to be sent first.
    func keyboardFocusChanged(of seat: Seat)

    /// Surfaces may have been added, removed, moved or resized.
    func sceneChanged()

    /// An output was added or removed. Windows and pointers of a removed one have already moved to another.
    func outputsChanged()

    /// A seat was removed permanently. Its grab has ended already.
    func seatRemoved(_ seat: Seat)

    /// A client created a surface, which has no role yet.
    func surfaceMade(_ surface: Surface)

    /// A window was unmapped or destroyed.
    func windowUnmapped(_ window: Window)

    /// A frame is due: the clock has advanced, or the output was refreshed. Called before frame callbacks are sent.
    func frame(at time: Instant)

    /// Whether frames are needed without other requests, as for an animation. Read after each frame; an observer that
    /// needs frames later calls `HeadlessCompositor.requestFrame()`.
    var wantsFrames: Bool { get }
}

extension HeadlessObserver {
    public func keyboardFocusChanged(of seat: Seat) {}
    public func sceneChanged() {}
    public func outputsChanged() {}
    public func seatRemoved(_ seat: Seat) {}
    public func surfaceMade(_ surface: Surface) {}
    public func windowUnmapped(_ window: Window) {}
    public func frame(at time: Instant) {}
    public var wantsFrames: Bool { false }
}
