// SPDX-License-Identifier: MIT

/// A step of a drag that is announced in words (HIG-33). ``Announcement`` carries no text; the catalogue has the words.
///
/// Steps can follow each other faster than speech. A step that has not been spoken yet is replaced by the next of its
/// kind.
public enum Announcement: Hashable, Sendable {
    /// Picked up, with this number of items. Announced again when the number becomes known or changes.
    case pickedUp(itemCount: Int)
    /// Picked up an unknown number of items: `dray proxy` sees only types.
    case pickedUpUncounted
    /// The action of a drop over this surface, or outside of all surfaces.
    case over(SurfaceID?, Feedback.Outcome)
    /// Picked up one item with this name from its application (extension).
    case pickedUpItem(String)
    /// Picked up this number of items, all of one kind (extension).
    case pickedUpKind(ItemKind, itemCount: Int)
    /// The action of a drop over a zone with this label from its application (extension).
    case overZone(String, Feedback.Outcome)
    /// Released over this surface, whose client reports why a drop cannot be undone: the user is asked to confirm
    /// (HIG-27).
    case asked(SurfaceID, reason: String)
    /// Dropped on this surface; the target has yet to finish.
    case dropped(SurfaceID)
    /// Dropped on this surface at a position near the finger, since the target refused the content under the finger
    /// (HIG-34).
    case droppedBeside(SurfaceID)
    /// Only a part of the dropped content arrived: the transfer ended early. The end of such a drag is not announced.
    case brokeOff
    /// The drag ended with this outcome. Also for a drag by keyboard that did not begin.
    case ended(DragOutcome)
    /// In a drag by keyboard, the user chooses in this window, or outside of all windows.
    case picking(SurfaceID?)
    /// In a drag by keyboard, the choice has moved to an object with this name from its application.
    case pickingItem(String)
    /// The object under the pointer cannot be dragged.
    case notDraggable
    /// Skipped: nothing on this surface accepts the content.
    case takesNothing(SurfaceID)
    /// Tab is searching for the next target that accepts the content, and the search takes a while.
    case lookingForPlace
    /// No window accepts the content.
    case nothingTakes
    /// The pointer has taken over the drag from the keyboard.
    case pointerTookOver
    /// A program, or a voice command, begins to drag the object with the first name to the target with the second. The
    /// user no longer controls the drag.
    case draggingByName(String, to: String)
}
