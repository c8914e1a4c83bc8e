// SPDX-License-Identifier: MIT

public import DrayCore

extension Announcement {
    /// The step in English, for a host that has no words of its own (HIG-33).
    /// - Parameter name: what a person calls a surface, most often the title of its window; nil where it has no name.
    public func words(name: (SurfaceID) -> String?) -> String {
        switch self {
        case .pickedUp(let count):
            return count == 1 ? "Picked up 1 item" : "Picked up \(count) items"
        case .over(nil, _):
            return "Over nothing that takes this"
        case .over(let surface?, let outcome):
            let place = name(surface).map { "Over “\($0)”" } ?? "Over a window"
            return "\(place), \(outcome.words)"
        case .pickedUpItem(let name):
            return "Picked up “\(name)”"
        case .overZone(let label, let outcome):
            return "Over “\(label)”, \(outcome.words)"
        case .dropped(let surface):
            return name(surface).map { "Dropped on “\($0)”" } ?? "Dropped"
        case .ended(let outcome):
            return outcome.words
        case .picking(let surface):
            let place = surface.flatMap(name).map { "Pick in “\($0)”" } ?? "Pick"
            return "\(place): arrows move the pointer, Return picks up"
        case .notDraggable:
            return "Not draggable"
        case .takesNothing(let surface):
            return name(surface).map { "“\($0)” takes nothing of this" } ?? "A window takes nothing of this"
        case .nothingTakes:
            return "No window takes this"
        case .pointerTookOver:
            return "The pointer has taken over"
        }
    }
}

extension Feedback.Outcome {
    /// What a drop would do, as the end of a sentence.
    fileprivate var words: String {
        switch self {
        case .undecided: "where it came from"
        case .copy: "will copy"
        case .move: "will move"
        case .ask: "will ask what to do"
        case .notPossible: "cannot be dropped here"
        }
    }
}

extension DragOutcome {
    /// How the drag ended, as a sentence.
    fileprivate var words: String {
        switch self {
        case .finished(.copy): "Copied"
        case .finished(.move): "Moved"
        case .finished(.ask): "Done"
        case .handedOver: "Dropped"
        case .missed: "Not dropped: there is nothing here that takes it"
        case .refused: "Not dropped: it cannot be taken here"
        case .abandoned: "Not dropped: the drop was not completed"
        case .targetGone: "Not dropped: the application that was to take it has quit"
        case .sourceGone: "Not dropped: the application it came from has quit"
        case .interrupted(.escape), .interrupted(.host): "Cancelled"
        case .interrupted(.deviceGone): "Cancelled: the device was disconnected"
        case .interrupted(.touchCancelled): "Cancelled: the touch was taken away"
        case .interrupted(.sessionLocked): "Cancelled: the session was locked"
        case .interrupted(.transferFailed): "Not dropped: the content could not be transferred"
        case .interrupted(.timedOut): "Not dropped: the application did not answer in time"
        }
    }
}
