// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import DrayServer
public import DrayTransfer
public import WaylandServer

/// An action that the engine asks its host to perform, for a drag on one of its seats.
public enum HostEffect {
    /// A drag has begun. Sent before all other effects of the drag.
    case began(DragID)
    /// The content was dropped, or the drag is over: the pointer, pen or finger belongs to clients again.
    case released(DragID)
    /// The keyboard belongs to clients again: the drag is over, and the keys that it consumed are released. Sent after
    /// `released`.
    case keyboardReleased
    /// The drag has ended. Sent after `released`, and much later if the target takes long.
    case ended(DragID, DragOutcome)
    /// The layers to show for a drag, in place of its previous frame.
    case show(DragID, ShowFrame)
    /// The cursor shape of the seat from now on, or nil for the default. Sent with a frame, so a change that is
    /// reverted within a frame is never visible. Nil at the end of a drag. Never sent for a drag by touch (HIG-14).
    case pointerShape(PointerShape?)
    /// The current action of a drag. The badge and the cursor already show it.
    case feedback(DragID, Feedback)
    /// The target that would receive a drop now, or nil (HIG-15). The highlight ring is already shown.
    case highlight(DragID, WlSurface?)
    /// A step to announce in words (HIG-33).
    case announce(Announcement)
    /// A step to signal by vibration or sound (HIG-35).
    case haptic(Haptic)
    /// A client under the content tried to read it before it accepted or rejected the offer; `count` is the number of
    /// such reads in this drag (HIG-22). The policy decides whether the read gets any data. For hosts that monitor
    /// access to the user's data.
    case earlyRead(DragID, count: Int)
    /// The content has hovered over this surface, whose window is behind others: the host raises the window without
    /// changing keyboard focus (HIG-19).
    case raise(DragID, WlSurface)
    /// Attaches a window to the drag (WL-03). The host moves the window so that the pointer or finger stays at the
    /// given offset within it, now and with each motion, without snapping; raises it; and excludes it from picking. The
    /// window may not be mapped yet. A window that covers its output does not move. `at` is the current pointer
    /// position, global.
    case carry(DragID, CarriedWindow, at: Point)
    /// Detaches the window, which stays where it is or was destroyed. Sent before `released`.
    case putDown(DragID, CarriedWindow)
    /// The user scrolls: the host sends `wl_pointer.enter` to the surface, with a surface-local position, and forwards
    /// scroll events to it (HIG-20). The serial of that event must not authorise any request, and the client cannot set
    /// the cursor.
    case scrollEnters(WlSurface, Point)
    /// The host sends `wl_pointer.leave` to the surface.
    case scrollLeaves(WlSurface)
    /// A transfer takes longer than expected (sent repeatedly until it ends), has stalled, or has failed (HIG-17,
    /// HIG-24). It belongs to a drag, or to the clipboard or primary selection of the seat.
    case transfer(Transfer)
    /// The content was dropped on this surface, outside its origin: keyboard focus moves there (HIG-29).
    case activate(WlSurface)
    /// The user begins a drag by keyboard (HIG-32). Until `keyboardReleased`, no client receives keyboard events; the
    /// host passes every key and modifier change to the seat. From now on the seat has a pointer, a virtual one if it
    /// has no pointer device.
    case keyboardDragBegan
    /// A pointer that was created for the drag by keyboard is removed.
    case keyboardDragEnded
    /// The host plays this pointer event as if it came from a device: the surface under the pointer receives `enter`,
    /// and serials are created.
    case playPointer(PointerPlay)
}

/// A pointer event that the engine generates.
public enum PointerPlay: Hashable, Sendable {
    /// Moves to this position, or as close as the outputs allow. Global, in points.
    case moved(Point)
    /// A button with this evdev code.
    case button(UInt32, InputEvent.PressState)
}

/// The content of the screen for one drag.
public struct ShowFrame {
    /// The layers, the lowest first.
    public let layers: [Layer]
    /// The regions that changed since the previous frame, in global coordinates, in whole points.
    public let damage: [Rectangle]
    /// The pointer position for this frame; layers that follow the pointer keep their distance from it. Global.
    public let pointer: Point
    /// The number of images drawn anew for this frame; 0 if layers only moved, faded or disappeared.
    public let redraws: Int
    /// Whether this is the drag's last frame: it has no layers, and the client's icon surface is no longer needed.
    public let isLast: Bool
}
