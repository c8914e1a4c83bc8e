// SPDX-License-Identifier: MIT

// The serialized form of events. `DragEvent.init(replaying:)` in `DrayPlay` parses the same names; keep both in sync.

extension DragEvent {
    /// Returns the event as a record with stable names.
    /// - Parameter time: Converts a moment to the time base of the record.
    public func recorded(time: (Instant) -> Instant = { $0 }) -> DragRecord {
        switch self {
        case .enter(let target, let global, let local, let offer):
            DragRecord(
                "enter",
                [
                    "surface": target.surface.recorded, "application": "\(target.application.rawValue)",
                    "container": "\(target.container.rawValue)", "dialect": target.dialect.recordedName,
                    "takesKeys": target.takesKeys ? "yes" : nil,
                    "global": global.recorded, "local": local.recorded, "offer": offer.recorded,
                ])
        case .leave(let global): DragRecord("leave", ["global": global.recorded])
        case .motion(let global, let local, let moment):
            DragRecord(
                "motion",
                ["global": global.recorded, "local": local.recorded, "at": "\(time(moment).microseconds)"])
        case .containerChanged(let container):
            DragRecord("containerChanged", ["container": "\(container.rawValue)"])
        case .modifiersChanged(let modifiers): DragRecord("modifiersChanged", ["modifiers": "\(modifiers.rawValue)"])
        case .itemCountChanged(let count): DragRecord("itemCountChanged", ["count": "\(count)"])
        case .typesOffered(let types, let further):
            DragRecord(
                "typesOffered", ["types": types.recorded, "made": Representations(further.map(\.type)).recorded])
        case .accept(let offer, let type): DragRecord("accept", ["offer": offer.recorded, "type": type?.rawValue])
        case .setActions(let offer, let mask, let preferred):
            DragRecord(
                "setActions",
                ["offer": offer.recorded, "mask": "\(mask.rawValue)", "preferred": "\(preferred.rawValue)"])
        case .takeItems(let offer, let count): DragRecord("takeItems", ["offer": offer.recorded, "count": "\(count)"])
        case .finish(let offer): DragRecord("finish", ["offer": offer.recorded])
        case .offerDestroyed(let offer): DragRecord("offerDestroyed", ["offer": offer.recorded])
        case .deliveryChanged(let delivery): DragRecord("deliveryChanged", ["delivery": delivery.recordedName])
        case .drop: DragRecord("drop")
        case .cancel(let interruption): DragRecord("cancel", ["interruption": interruption.recordedName])
        case .sourceDestroyed: DragRecord("sourceDestroyed")
        case .refusalStood(let surface): DragRecord("refusalStood", ["surface": surface.recorded])
        case .surfaceDestroyed(let surface): DragRecord("surfaceDestroyed", ["surface": surface.recorded])
        case .applicationGone(let application):
            DragRecord("applicationGone", ["application": "\(application.rawValue)"])
        }
    }
}
