// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport

// From what a session says of itself to a line of a trace, which has nothing but texts.

extension TraceEvent.Engine {
    /// An event or an effect of a drag session as the trace keeps it. `DragEvent.init(replaying:)` reads events back.
    init(_ flow: Flow, _ record: DragRecord, of drag: DragID) {
        var fields: [String: String] = [:]
        for field in record.fields { fields[field.label] = field.value }
        self.init(flow: flow, name: record.name, fields: fields, text: record.description, drag: drag.rawValue)
    }
}
