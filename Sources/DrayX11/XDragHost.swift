// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore

/// What a host knows of X clients' drags, for a bridge that is to bring them to Wayland clients.
public struct XDragHost {
    /// An X client has taken `XdndSelection`: how its drag begins. Nil if no press holds on a surface of the X server's, so that
    /// it drags nothing (WL-01).
    public var start: () -> Start?
    /// The content is the engine's from here on. The host tells the seat where the pointer is, but nothing of its button, and goes
    /// on telling the surface that was pressed of both, since the X client follows them by itself: the drop is its word. Over
    /// windows of X's the content is over nothing.
    public var began: (DragID) -> Void

    public struct Start {
        public var drag: DragStart
        /// Whether the pointer is over a window of X's.
        public var isOverX: Bool

        public init(drag: DragStart, isOverX: Bool) {
            self.drag = drag
            self.isOverX = isOverX
        }
    }

    public init(start: @escaping () -> Start?, began: @escaping (DragID) -> Void) {
        self.start = start
        self.began = began
    }
}
