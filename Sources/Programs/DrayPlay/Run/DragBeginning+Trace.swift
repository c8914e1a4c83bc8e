// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport

extension TraceEvent.Engine {
    /// Creates the trace record of the beginning of a drag.
    init(_ beginning: DragBeginning, of drag: DragID) {
        let origin = beginning.origin
        var fields = [
            "surface": "\(origin.surface.rawValue)", "application": "\(origin.application.rawValue)",
            "container": "\(origin.container.rawValue)", "position": "\(origin.position.x),\(origin.position.y)",
            "modifiers": "\(beginning.modifiers.rawValue)",
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
            flow: .event, name: "begin", fields: fields, text: "a drag begins (\(offered))", drag: drag.rawValue)
    }
}
