// SPDX-License-Identifier: MIT

import Dray
import DrayCore
package import DrayReport

/// Plays the engine's side of a trace again: its sessions get the events that were kept, and what they want done is
/// compared with what they wanted then. No client, no compositor, no clock.
package struct Replay {
    package private(set) var dragCount = 0
    package private(set) var eventCount = 0
    package private(set) var effectCount = 0
    /// Where today's engine does something else than the one of the trace, or where the trace cannot be followed.
    package private(set) var differences: [Difference] = []

    private var sessions: [UInt64: DragSession] = [:]
    /// What the last event has to lead to yet.
    private var expected: [TraceEvent.Engine] = []
    private var last: (line: Int, text: String)?

    /// A place of the trace at which the engine differs.
    package struct Difference: Equatable, CustomStringConvertible {
        /// The line of the trace, from 1.
        var line: Int
        var text: String

        package var description: String { "line \(line): \(text)" }
    }

    /// Plays records, each with its line in the trace.
    package init(_ records: some Sequence<(line: Int, record: TraceRecord)>) {
        for (line, record) in records {
            guard case .engine(let engine) = record.event else { continue }
            guard engine.drag != nil else {
                differ(line, "the record does not say which drag it belongs to: the trace is too old")
                break
            }
            switch engine.flow {
            case .event:
                finishEvent()
                take(engine, line)
            case .effect:
                compare(engine, line)
            }
        }
        finishEvent()
    }

    private mutating func take(_ record: TraceEvent.Engine, _ line: Int) {
        last = (line, record.text)
        guard let drag = record.drag else { return }
        do throws(ReplayProblem) {
            if record.name == DragBeginning.name {
                sessions[drag] = try DragBeginning(replaying: record).session
                dragCount += 1
                return
            }
            let event = try DragEvent(replaying: record)
            guard sessions[drag] != nil else {
                return differ(line, "drag \(drag) has no beginning in this trace")
            }
            let effects = sessions[drag]?.handle(event) ?? []
            expected = effects.map { TraceEvent.Engine(.effect, $0.recorded(), of: DragID(drag)) }
            eventCount += 1
        } catch {
            differ(line, error.description)
        }
    }

    private mutating func compare(_ record: TraceEvent.Engine, _ line: Int) {
        effectCount += 1
        guard !expected.isEmpty else {
            return differ(line, "then “\(record.text)”, now nothing, after “\(last?.text ?? "")”")
        }
        let now = expected.removeFirst()
        guard now.name != record.name || now.fields != record.fields || now.drag != record.drag else { return }
        differ(line, "then “\(record.text)”, now “\(now.text)”, after “\(last?.text ?? "")”")
    }

    /// Nothing may be left of the event before.
    private mutating func finishEvent() {
        if let last {
            for effect in expected { differ(last.line, "then nothing, now “\(effect.text)”, after “\(last.text)”") }
        }
        expected = []
    }

    private mutating func differ(_ line: Int, _ text: String) {
        differences.append(Difference(line: line, text: text))
    }
}
