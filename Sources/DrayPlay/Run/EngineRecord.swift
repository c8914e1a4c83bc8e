// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport

// Between the session's record and the line of a trace: `DrayCore` and `DrayReport` know nothing of each other.

extension TraceEvent.Engine {
    /// An event or an effect of a drag session as the trace keeps it. `DragEvent.init(replaying:)` reads events back.
    init(_ flow: Flow, _ record: DragRecord, of drag: DragID) {
        var fields: [String: String] = [:]
        for field in record.fields { fields[field.label] = field.value }
        self.init(flow: flow, name: record.name, fields: fields, text: record.description, drag: drag.rawValue)
    }
}
