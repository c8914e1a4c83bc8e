// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport

/// Collects the records of a run: writes them to the trace, keeps them for the report, and updates the progress
/// display.
final class TraceRecorder {
    private(set) var records: [TraceRecord] = []
    private let writer: TraceWriter
    private var progress: ConsoleProgress
    /// The reason why the trace is incomplete; nil if it is complete.
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
            // A full disk does not end the run, but is reported with the result.
            failure = "the trace could not be written: \(error)"
        }
    }

    func finish(_ result: RunResult) {
        progress.finish(result)
    }
}
