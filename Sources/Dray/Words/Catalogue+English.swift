// SPDX-License-Identifier: MIT

// The sentences in English, which are said where a person's language has none of its own.

extension Catalogue {
    public static let english = Catalogue(
        language: "en",
        pickedUp: .oneAndOther(one: "Picked up {count} item", other: "Picked up {count} items"),
        pickedUpUncounted: "Picked up",
        pickedUpItem: "Picked up “{name}”",
        pickedUpKinds: Kinds(
            pictures: .oneAndOther(one: "Picked up {count} picture", other: "Picked up {count} pictures"),
            videos: .oneAndOther(one: "Picked up {count} video", other: "Picked up {count} videos"),
            sounds: .oneAndOther(one: "Picked up {count} audio file", other: "Picked up {count} audio files"),
            texts: .oneAndOther(one: "Picked up {count} text", other: "Picked up {count} texts"),
            folders: .oneAndOther(one: "Picked up {count} folder", other: "Picked up {count} folders")),
        over: "Over “{name}”, {outcome}",
        overUnnamed: "Over a window, {outcome}",
        overNothing: "Over nothing that takes this",
        asked:
            "{reason}. This cannot be undone: click the image or press Return to drop it, Escape to cancel",
        askedWithoutReason:
            "This cannot be undone: click the image or press Return to drop it, Escape to cancel",
        dropped: "Dropped on “{name}”",
        droppedUnnamed: "Dropped",
        droppedBeside: "Dropped beside the finger, on “{name}”",
        droppedBesideUnnamed: "Dropped beside the finger",
        pick: "Pick in “{name}”: arrows move the pointer, Return picks up",
        pickUnnamed: "Pick: arrows move the pointer, Return picks up",
        pickItem: "“{name}”, Return picks up",
        notDraggable: "Not draggable",
        takesNothing: "“{name}” takes nothing of this",
        takesNothingUnnamed: "A window takes nothing of this",
        lookingForPlace: "Looking for a place that takes this",
        nothingTakes: "No window takes this",
        pointerTookOver: "The pointer has taken over",
        draggingByName: "Dragging “{name}” to “{target}” by name",
        outcomes: Outcomes(
            undecided: "where it came from", copy: "will copy", move: "will move", ask: "will ask what to do",
            notPossible: "cannot be dropped here"),
        ends: Ends(
            copied: "Copied", moved: "Moved", done: "Done", handedOver: "Dropped",
            missed: "Not dropped: there is nothing here that takes it",
            refused: "Not dropped: it cannot be taken here",
            abandoned: "Not dropped: the drop was not completed",
            targetGone: "Not dropped: the application that was to take it has quit",
            sourceGone: "Not dropped: the application it came from has quit",
            cancelled: "Cancelled",
            deviceGone: "Cancelled: the device was disconnected",
            touchCancelled: "Cancelled: the touch was taken away",
            sessionLocked: "Cancelled: the session was locked",
            brokeOff: "Only part of it arrived: the transfer broke off",
            transferFailed: "Not dropped: the content could not be transferred",
            timedOut: "Not dropped: the application did not answer in time"))
}
