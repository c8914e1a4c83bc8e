// SPDX-License-Identifier: MIT

// The English announcements, which are also used for languages without a catalogue.

extension Catalogue {
    public static let english = Catalogue(
        language: "en",
        pickedUp: .oneAndOther(one: "Picked up {count} item", other: "Picked up {count} items"),
        pickedUpUncounted: "Picked up",
        pickedUpItem: "Picked up “{name}”",
        pickedUpKinds: Kinds(
            pictures: .oneAndOther(one: "Picked up {count} image", other: "Picked up {count} images"),
            videos: .oneAndOther(one: "Picked up {count} video", other: "Picked up {count} videos"),
            sounds: .oneAndOther(one: "Picked up {count} audio file", other: "Picked up {count} audio files"),
            texts: .oneAndOther(one: "Picked up {count} text item", other: "Picked up {count} text items"),
            folders: .oneAndOther(one: "Picked up {count} folder", other: "Picked up {count} folders")),
        over: "Over “{name}”, {outcome}",
        overUnnamed: "Over a window, {outcome}",
        overNothing: "Cannot be dropped here",
        asked:
            "{reason}. This cannot be undone: click the image or press Return to drop it, Escape to cancel",
        askedWithoutReason:
            "This cannot be undone: click the image or press Return to drop it, Escape to cancel",
        dropped: "Dropped on “{name}”",
        droppedUnnamed: "Dropped",
        droppedBeside: "Dropped near the finger, on “{name}”",
        droppedBesideUnnamed: "Dropped near the finger",
        pick: "Pick an object in “{name}”: arrow keys move the pointer, Return picks it up",
        pickUnnamed: "Pick an object: arrow keys move the pointer, Return picks it up",
        pickItem: "“{name}”, press Return to pick up",
        notDraggable: "Cannot be dragged",
        takesNothing: "“{name}” does not accept this",
        takesNothingUnnamed: "The window does not accept this",
        lookingForPlace: "Looking for a place to drop this",
        nothingTakes: "No window accepts this",
        pointerTookOver: "The pointer now controls the drag",
        draggingByName: "Dragging “{name}” to “{target}” by name",
        outcomes: Outcomes(
            undecided: "where it came from", copy: "will copy", move: "will move", ask: "will ask what to do",
            notPossible: "cannot be dropped here"),
        ends: Ends(
            copied: "Copied", moved: "Moved", done: "Done", handedOver: "Dropped",
            missed: "Not dropped: nothing here accepts it",
            refused: "Not dropped: the target does not accept it",
            abandoned: "Not dropped: the drop was not completed",
            targetGone: "Not dropped: the target application has quit",
            sourceGone: "Not dropped: the application it came from has quit",
            cancelled: "Cancelled",
            deviceGone: "Cancelled: the device was disconnected",
            touchCancelled: "Cancelled: the touch was interrupted",
            sessionLocked: "Cancelled: the session was locked",
            brokeOff: "Only part of it arrived: the transfer was interrupted",
            transferFailed: "Not dropped: the content could not be transferred",
            timedOut: "Not dropped: the application did not answer in time"))
}
