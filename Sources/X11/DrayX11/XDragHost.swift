// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore

/// A host's support for drags of X clients, which a bridge brings to Wayland clients.
public struct XDragHost {
    /// Called when an X client has taken `XdndSelection`. Returns the start of its drag; nil if no press is active on a
    /// surface of the X server, so that there is no drag (WL-01).
    public var start: () -> Start?
    /// Called when the content has become the engine's. The host sends pointer motion to the seat, but not the button;
    /// it continues to send both to the surface that was pressed, since the X client follows the pointer itself and
    /// decides on the drop. Over X windows the content has no target.
    public var began: (DragID) -> Void

    public struct Start {
        public var drag: DragStart
        /// Whether the pointer is over an X window.
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
