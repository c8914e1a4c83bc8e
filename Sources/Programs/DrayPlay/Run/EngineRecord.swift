// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport

// Converts the records of a session to trace records, which contain only text.

extension TraceEvent.Engine {
    /// Creates the trace record of an event or effect of a drag session. `DragEvent.init(replaying:)` parses events.
    init(_ flow: Flow, _ record: DragRecord, of drag: DragID) {
        var fields: [String: String] = [:]
        for field in record.fields { fields[field.label] = field.value }
        self.init(flow: flow, name: record.name, fields: fields, text: record.description, drag: drag.rawValue)
    }
}
