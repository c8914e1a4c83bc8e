// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport

// The way back from a trace to events. What `DragEvent.recorded` in `DrayCore` writes is read here, by the same names.

extension DragEvent {
    /// Reads an event back that `TraceEvent.Engine` has kept. Throws what is wrong with it, in words.
    init(replaying record: TraceEvent.Engine) throws(ReplayProblem) {
        let fields = ReplayFields(record)
        switch record.name {
        case "enter":
            self = .enter(
                Target(
                    surface: SurfaceID(try fields.identity("surface")),
                    application: ApplicationID(try fields.identity("application")),
                    container: ContainerID(try fields.identity("container")),
                    dialect: try fields.dialect("dialect"),
                    takesKeys: try fields.optional("takesKeys") { $0 == "yes" } ?? false),
                global: try fields.point("global"), local: try fields.point("local"), offer: try fields.offer("offer"))
        case "leave": self = .leave(global: try fields.point("global"))
        case "motion":
            self = .motion(
                global: try fields.point("global"), local: try fields.point("local"),
                at: Instant(microseconds: try fields.identity("at")))
        case "containerChanged": self = .containerChanged(ContainerID(try fields.identity("container")))
        case "modifiersChanged":
            self = .modifiersChanged(try fields.value("modifiers") { UInt32($0).map { Modifiers(rawValue: $0) } })
        case "itemCountChanged": self = .itemCountChanged(try fields.integer("count"))
        case "typesOffered":
            let types = Representations(recorded: try fields.value("types") { $0 })
            let made = Set(Representations(recorded: try fields.value("made") { $0 }))
            self = .typesOffered(
                types, further: Conversion.further(than: types, able: .all).filter { made.contains($0.type) })
        case "accept": self = .accept(try fields.offer(), try fields.optional("type") { MimeType($0) })
        case "setActions":
            self = .setActions(
                try fields.offer(), mask: try fields.actions("mask"), preferred: try fields.actions("preferred"))
        case "takeItems": self = .takeItems(try fields.offer(), count: try fields.integer("count"))
        case "finish": self = .finish(try fields.offer())
        case "offerDestroyed": self = .offerDestroyed(try fields.offer())
        case "deliveryChanged":
            self = .deliveryChanged(try fields.value("delivery") { Delivery(recordedName: $0) })
        case "drop": self = .drop
        case "cancel": self = .cancel(try fields.value("interruption") { DragInterruption(recordedName: $0) })
        case "sourceDestroyed": self = .sourceDestroyed
        case "refusalStood": self = .refusalStood(SurfaceID(try fields.identity("surface")))
        case "surfaceDestroyed": self = .surfaceDestroyed(SurfaceID(try fields.identity("surface")))
        case "applicationGone": self = .applicationGone(ApplicationID(try fields.identity("application")))
        default: throw ReplayProblem(description: "this version of Dray knows no event “\(record.name)”")
        }
    }
}
