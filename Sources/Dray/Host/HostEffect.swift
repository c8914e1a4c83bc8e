// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import DrayServer
public import DrayTransfer
public import WaylandServer

/// What a host is asked to do about a drag on one of its seats.
public enum HostEffect {
    /// A drag has begun; said before anything else about it.
    case began(DragID)
    /// The content was dropped, or the drag is over: pointer, pen and finger are the clients' again.
    case released(DragID)
    /// The keyboard is the clients' again: the drag is over, and the keys that it has kept are up. After `released`.
    case keyboardReleased
    /// The drag has ended. Comes after `released`, and much later if the target takes its time.
    case ended(DragID, DragOutcome)
    /// What is to be on the screen of a drag, in place of what was shown of it before.
    case show(DragID, ShowFrame)
    /// What the pointer of the seat looks like from now on; nil for the desktop's own. Comes with a frame, so that what changes
    /// back within one is never seen; nil with the end of a drag. Never for a drag by finger (HIG-14).
    case pointerShape(PointerShape?)
    /// What a drop would do now. Badge and pointer show it already.
    case feedback(DragID, Feedback)
    /// The one possible target, or none (HIG-15). The ring around it is shown already.
    case highlight(DragID, WlSurface?)
    /// A step to be told in words (HIG-33).
    case announce(Announcement)
    /// A step to be felt or heard (HIG-35).
    case haptic(Haptic)
    /// A client that the content is merely held over wanted to read it without having said whether it wants any of it; so
    /// many such reads there were in this drag (HIG-22). Whether it got anything is the policy's matter. For hosts that
    /// guard their people's data.
    case earlyRead(DragID, count: Int)
    /// The content has rested over this surface, whose window lies behind others: it comes to the front, and the keyboard
    /// focus stays where it is (HIG-19).
    case raise(DragID, WlSurface)
    /// The window travels along (WL-03): it is moved so that the pointer, or the finger, holds it at its offset, now and with
    /// each motion, and snaps to nothing; it comes to the front, and takes no part in picking. It may be one that is yet to be
    /// shown. One that covers its output stays where it is. `at`: where the pointer is now, global.
    case carry(DragID, CarriedWindow, at: Point)
    /// The window stays where it is, or has gone. Before `released`.
    case putDown(DragID, CarriedWindow)
    /// Somebody scrolls: `wl_pointer.enter` is sent to the surface, at a point local to it, and what is scrolled goes there
    /// (HIG-20). Nothing may be begun by the serial of that, and the client has no say in what the pointer looks like.
    case scrollEnters(WlSurface, Point)
    /// `wl_pointer.leave` is sent to it.
    case scrollLeaves(WlSurface)
    /// A transfer takes longer than a person expects (told again and again until its end), has stalled, or is broken (HIG-17,
    /// HIG-24). By a drag, or by the clipboard or primary selection of the seat.
    case transfer(Transfer)
    /// The content was dropped here, outside of where it came from: keyboard focus follows it (HIG-29).
    case activate(WlSurface)
    /// A person drags by keyboard (HIG-32): it is taken from the clients until `keyboardReleased`, every key and modifier comes
    /// to the seat's drags, and the seat has a pointer from here on, if need be one that is no device.
    case keyboardDragBegan
    /// A pointer that came for it goes again.
    case keyboardDragEnded
    /// The pointer of the seat does this, as if a hand did: what is below it is entered, and serials are given.
    case playPointer(PointerPlay)
}

/// What a pointer does that nobody has in the hand.
public enum PointerPlay: Hashable, Sendable {
    /// It moves here, or as near as the screens reach. Global, in points.
    case moved(Point)
    /// A button with this evdev code.
    case button(UInt32, InputEvent.PressState)
}

/// What is to be on the screen of one drag.
public struct ShowFrame {
    /// The lowest first.
    public let layers: [Layer]
    /// What has changed since the frame before, in the global space, in whole points.
    public let damage: [Rectangle]
    /// Where the pointer was for this frame; what follows it keeps its distance. Global.
    public let pointer: Point
    /// How many pictures were drawn anew for it; 0 where some only moved, faded or went.
    public let redraws: Int
    /// Whether it is the drag's last: it has no layers, and the client's icon is not needed any more.
    public let isLast: Bool
}
