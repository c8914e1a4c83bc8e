// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport
import FoundationEssentials

// How a drag begins, written into a trace and read back: both ways in one file, since they have to agree.

extension DragBeginning {
    /// A session at its beginning.
    var session: DragSession {
        DragSession.begin(self).session
    }

    /// The name of its records in traces.
    static let name = "begin"
}

extension TraceEvent.Engine {
    /// The beginning as the trace keeps it.
    init(_ beginning: DragBeginning, of drag: DragID) {
        let origin = beginning.origin
        var fields = [
            "surface": "\(origin.surface.rawValue)", "application": "\(origin.application.rawValue)",
            "container": "\(origin.container.rawValue)", "position": "\(origin.position.x),\(origin.position.y)",
            "modifiers": "\(beginning.modifiers.rawValue)", "policy": PolicyRecord(beginning.policy).text,
            "threshold": "\(beginning.imageThreshold)",
        ]
        if let source = beginning.source {
            fields["types"] = JSONText.encode(source.types.map(\.rawValue))
            fields["actions"] = source.actions.map { "\($0.rawValue)" }
            fields["dialect"] = source.dialect.recordedName
            fields["items"] = "\(source.itemCount)"
            fields["carriesWindow"] = "\(source.carriesWindow)"
            if !source.further.isEmpty { fields["made"] = JSONText.encode(source.further.map(\.type.rawValue)) }
        }
        let offered = beginning.source.map { $0.types.map(\.rawValue).joined(separator: ", ") } ?? "no source"
        self.init(
            flow: .event, name: DragBeginning.name, fields: fields, text: "a drag begins (\(offered))",
            drag: drag.rawValue)
    }
}

extension DragBeginning {
    /// Reads a record of a trace back. Throws what is missing in it, in words.
    init(replaying record: TraceEvent.Engine) throws(ReplayProblem) {
        let fields = ReplayFields(record)
        var source: DragSource?
        if record.fields["dialect"] != nil {
            let types = Representations(try fields.types("types"))
            // Older traces know nothing of what is made; which of it could be, depends on the machine.
            let made = record.fields["made"] == nil ? [] : Set(try fields.types("made"))
            source = DragSource(
                types: types,
                actions: try fields.optional("actions") { UInt32($0).map { DragActions(rawValue: $0) } },
                dialect: try fields.dialect("dialect"), itemCount: try fields.integer("items"),
                carriesWindow: try fields.value("carriesWindow") { Bool($0) },
                further: Conversion.further(than: types, able: .all).filter { made.contains($0.type) })
        }
        self.init(
            source: source,
            origin: DragOrigin(
                surface: SurfaceID(try fields.identity("surface")),
                application: ApplicationID(try fields.identity("application")),
                container: ContainerID(try fields.identity("container")), position: try fields.point("position")),
            modifiers: try fields.value("modifiers") { UInt32($0).map { Modifiers(rawValue: $0) } },
            policy: try fields.value("policy") { PolicyRecord(text: $0)?.policy },
            imageThreshold: try fields.value("threshold") { Double($0) })
    }
}
