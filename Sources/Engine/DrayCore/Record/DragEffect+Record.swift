// SPDX-License-Identifier: MIT

// The serialized form of effects. The names are a file format used by existing traces, so they stay the same when a
// case is renamed.

extension DragEffect {
    /// Returns the effect as a record with stable names.
    /// - Parameter time: Converts a moment to the time base of the record.
    public func recorded(time: (Instant) -> Instant = { $0 }) -> DragRecord {
        switch self {
        case .target(let effect): effect.recorded(time: time).within("target")
        case .source(let effect): effect.recorded.within("source")
        case .protocolError(let offer, let error):
            DragRecord("protocolError", ["offer": offer.recorded, "error": "\(error.rawValue)"])
        case .retire(let offer): DragRecord("retire", ["offer": offer.recorded])
        case .offerAgain(let surface): DragRecord("offerAgain", ["surface": surface.recorded])
        case .watchRefusal(let surface): DragRecord("watchRefusal", ["surface": surface.recorded])
        case .presentation(let effect): effect.recorded.within("presentation")
        case .highlight(let surface): DragRecord("highlight", ["surface": surface?.recorded])
        case .announce(let announcement): announcement.recorded.within("announce")
        case .haptic(let haptic): DragRecord("haptic", ["haptic": haptic.recordedName])
        case .released: DragRecord("released")
        case .ended(let outcome): DragRecord("ended", ["outcome": outcome.recordedName])
        }
    }
}

extension TargetEffect {
    fileprivate func recorded(time: (Instant) -> Instant) -> DragRecord {
        switch self {
        case .enter(let target, let offering, let point):
            DragRecord(
                "enter",
                [
                    "surface": target.surface.recorded, "application": "\(target.application.rawValue)",
                    "at": point.recorded, "offer": offering?.id.recorded,
                    "types": offering?.types.map(\.rawValue).joined(separator: " "),
                    "actions": offering?.sourceActions.map { "\($0.rawValue)" },
                ])
        case .motion(let surface, let point, let moment):
            DragRecord(
                "motion",
                ["surface": surface.recorded, "to": point.recorded, "at": "\(time(moment).microseconds)"])
        case .leave(let surface): DragRecord("leave", ["surface": surface.recorded])
        case .drop(let surface): DragRecord("drop", ["surface": surface.recorded])
        case .sourceActions(let offer, let actions):
            DragRecord("sourceActions", ["offer": offer.recorded, "actions": "\(actions.rawValue)"])
        case .action(let offer, let action):
            DragRecord("action", ["offer": offer.recorded, "action": action?.recordedName ?? "none"])
        }
    }
}

extension SourceEffect {
    fileprivate var recorded: DragRecord {
        switch self {
        case .target(let type): DragRecord("target", ["type": type?.rawValue ?? "none"])
        case .action(let action): DragRecord("action", ["action": action?.recordedName ?? "none"])
        case .dropPerformed: DragRecord("dropPerformed")
        case .finished: DragRecord("finished")
        case .cancelled: DragRecord("cancelled")
        }
    }
}

extension PresentationEffect {
    fileprivate var recorded: DragRecord {
        switch self {
        case .imageAppears(let point): DragRecord("imageAppears", ["at": point.recorded])
        case .imageMoves(let point): DragRecord("imageMoves", ["to": point.recorded])
        case .feedback(let feedback):
            DragRecord("feedback", ["outcome": feedback.outcome.recordedName, "items": "\(feedback.itemCount)"])
        case .imageEnds(.land(let point)): DragRecord("imageEnds.land", ["at": point.recorded])
        case .imageEnds(.flyBack(let point)): DragRecord("imageEnds.flyBack", ["to": point.recorded])
        case .imageEnds(.evaporate(let point)): DragRecord("imageEnds.evaporate", ["at": point.recorded])
        case .dropFailed(let point): DragRecord("dropFailed", ["at": point.recorded])
        }
    }
}

extension Announcement {
    fileprivate var recorded: DragRecord {
        switch self {
        case .pickedUp(let count): DragRecord("pickedUp", ["items": "\(count)"])
        case .pickedUpUncounted: DragRecord("pickedUpUncounted")
        case .over(let surface, let outcome):
            DragRecord("over", ["surface": surface?.recorded, "outcome": outcome.recordedName])
        case .pickedUpItem(let name): DragRecord("pickedUpItem", ["name": name])
        case .pickedUpKind(let kind, let count):
            DragRecord("pickedUpKind", ["kind": kind.recordedName, "items": "\(count)"])
        case .overZone(let label, let outcome):
            DragRecord("overZone", ["label": label, "outcome": outcome.recordedName])
        case .dropped(let surface): DragRecord("dropped", ["surface": surface.recorded])
        case .droppedBeside(let surface): DragRecord("dropped beside", ["surface": surface.recorded])
        case .brokeOff: DragRecord("broke off")
        case .ended(let outcome): DragRecord("ended", ["outcome": outcome.recordedName])
        // Sessions do not produce the following.
        case .picking(let surface): DragRecord("picking", ["surface": surface?.recorded])
        case .pickingItem(let name): DragRecord("pickingItem", ["name": name])
        case .notDraggable: DragRecord("notDraggable")
        case .takesNothing(let surface): DragRecord("takesNothing", ["surface": surface.recorded])
        case .lookingForPlace: DragRecord("lookingForPlace")
        case .nothingTakes: DragRecord("nothingTakes")
        case .pointerTookOver: DragRecord("pointerTookOver")
        case .draggingByName(let name, let target): DragRecord("draggingByName", ["name": name, "target": target])
        case .asked(let surface, let reason):
            DragRecord("asked", ["surface": surface.recorded, "reason": reason])
        }
    }
}

extension ItemKind {
    fileprivate var recordedName: String {
        switch self {
        case .picture: "picture"
        case .video: "video"
        case .sound: "sound"
        case .text: "text"
        case .folder: "folder"
        }
    }
}

extension Haptic {
    fileprivate var recordedName: String {
        switch self {
        case .lift: "lift"
        case .target: "target"
        case .refusal: "refusal"
        case .landing: "landing"
        case .spring: "spring"
        }
    }
}
