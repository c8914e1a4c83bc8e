// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport

/// Collects what happens in a run: writes it to the trace, keeps it for the report, and tells the person who waits.
final class TraceRecorder {
    private(set) var records: [TraceRecord] = []
    private let writer: TraceWriter
    private var progress: ConsoleProgress
    /// Why the trace is incomplete, where it is.
    private(set) var failure: String?

    init(folder: RunFolder, progress: ConsoleProgress) throws {
        writer = try TraceWriter(creating: folder.trace)
        self.progress = progress
    }

    func record(_ event: TraceEvent, at time: Instant) {
        let record = TraceRecord(at: time, event)
        records.append(record)
        progress.receive(record)
        guard failure == nil else { return }
        do {
            try writer.append(record)
        } catch {
            // A full disk is no reason to end the run, but it is told with the result.
            failure = "the trace could not be written: \(error)"
        }
    }

    func finish(_ result: RunResult) {
        progress.finish(result)
    }
}
