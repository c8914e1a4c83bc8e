// SPDX-License-Identifier: MIT

/// A step of a drag to be told in words (HIG-33). The words are made elsewhere.
///
/// Steps can follow each other faster than anybody speaks; one that has not been spoken yet is replaced by the next of
/// its kind.
public enum Announcement: Hashable, Sendable {
    /// Picked up: so many items travel. Said again when the number becomes known or changes.
    case pickedUp(itemCount: Int)
    /// Picked up, and nobody knows how many items: `dray proxy` sees types only.
    case pickedUpUncounted
    /// What a drop would do here: over this surface, or over nothing.
    case over(SurfaceID?, Feedback.Outcome)
    /// One item travels, which its application calls this (extension).
    case pickedUpItem(String)
    /// So many items travel, all of one kind (extension).
    case pickedUpKind(ItemKind, itemCount: Int)
    /// What a drop would do over a zone that its application calls this (extension).
    case overZone(String, Feedback.Outcome)
    /// Let go of over this surface, which says why a drop there could not be undone: the person is asked (HIG-27).
    case asked(SurfaceID, reason: String)
    /// Dropped on this surface; the target has yet to finish.
    case dropped(SurfaceID)
    /// The same, at a place beside the finger: where that let go of the content, it was not taken (HIG-34).
    case droppedBeside(SurfaceID)
    /// Only a part of what was dropped arrived: the transfer broke off. The end of such a drag is not told besides.
    case brokeOff
    /// The end, and why. Also that of a drag by keyboard which was not begun.
    case ended(DragOutcome)
    /// A drag by keyboard: the person picks in this window, or in none.
    case picking(SurfaceID?)
    /// The same, and it has gone to what its application calls this.
    case pickingItem(String)
    /// What lies below the pointer cannot be dragged.
    case notDraggable
    /// Passed by: nothing on this surface takes the content.
    case takesNothing(SurfaceID)
    /// Tab is on its way to what takes the content, and that takes a while.
    case lookingForPlace
    /// There is no window that takes the content.
    case nothingTakes
    /// A hand has taken the drag over from the keyboard.
    case pointerTookOver
    /// Nobody has a hand in what is dragged from here on: a program, or a voice, drags what is called this to what is called that.
    case draggingByName(String, to: String)
}
