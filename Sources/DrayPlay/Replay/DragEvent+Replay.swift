// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport

extension DragEvent {
    /// Reads an event back that `TraceEvent.Engine` has kept. Throws what is wrong with it, in words.
    init(replaying record: TraceEvent.Engine) throws(ReplayProblem) {
        let fields = ReplayFields(record)
        switch record.name {
        case "enter":
            let target = try fields.parts("value")
            self = .enter(
                Target(
                    surface: SurfaceID(try target.identity("surface")),
                    application: ApplicationID(try target.identity("application")),
                    container: ContainerID(try target.identity("container")),
                    dialect: try target.dialect("dialect")),
                global: try fields.point("global"), local: try fields.point("local"), offer: try fields.offer("offer"))
        case "leave": self = .leave(global: try fields.point("global"))
        case "motion":
            self = .motion(
                global: try fields.point("global"), local: try fields.point("local"),
                at: Instant(microseconds: try fields.identity("at")))
        case "containerChanged": self = .containerChanged(ContainerID(try fields.identity("value")))
        case "modifiersChanged":
            self = .modifiersChanged(try fields.value("value") { UInt32($0).map { Modifiers(rawValue: $0) } })
        case "itemCountChanged": self = .itemCountChanged(try fields.integer("value"))
        case "accept": self = .accept(try fields.offer(), try fields.optional("value1") { MimeType($0) })
        case "setActions":
            self = .setActions(
                try fields.offer(), mask: try fields.actions("mask"), preferred: try fields.actions("preferred"))
        case "takeItems": self = .takeItems(try fields.offer(), count: try fields.integer("count"))
        case "finish": self = .finish(try fields.offer())
        case "offerDestroyed": self = .offerDestroyed(try fields.offer())
        case "deliveryChanged":
            self = .deliveryChanged(
                try fields.value("value") { name in Delivery.allCases.first { "\($0)" == name } })
        case "drop": self = .drop
        case "cancel": self = .cancel(try fields.value("value", Self.interruption))
        case "sourceDestroyed": self = .sourceDestroyed
        case "surfaceDestroyed": self = .surfaceDestroyed(SurfaceID(try fields.identity("value")))
        case "applicationGone": self = .applicationGone(ApplicationID(try fields.identity("value")))
        default: throw ReplayProblem(description: "this version of Dray knows no event “\(record.name)”")
        }
    }

    private static func interruption(_ name: String) -> DragInterruption? {
        let all: [DragInterruption] = [
            .escape, .deviceGone, .touchCancelled, .sessionLocked, .host, .transferFailed, .timedOut,
        ]
        return all.first { "\($0)" == name }
    }
}
