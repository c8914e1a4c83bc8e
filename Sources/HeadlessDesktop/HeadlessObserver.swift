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

    /// A client made a surface, which has no role yet.
    func surfaceMade(_ surface: Surface)

    /// A window shows nothing any more, or is gone.
    func windowUnmapped(_ window: Window)

    /// Frames are due: time went on, or the screen was refreshed. Called before frame callbacks are fired.
    func frame(at time: Instant)

    /// Whether frames are to go on although nothing else asks for one: something moves by itself. Asked after each frame;
    /// whoever begins to want frames later calls `HeadlessCompositor.requestFrame()`.
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
