// SPDX-License-Identifier: MIT

import Foundation

/// The folder that a run leaves behind: `trace.jsonl` as it happens, and at the end `report.html`, `results.json` and
/// `junit.xml`. Pictures are put there by whoever takes them.
struct RunFolder {
    /// The folder itself.
    let folder: URL

    var trace: URL { folder.appendingPathComponent("trace.jsonl") }
    var report: URL { folder.appendingPathComponent("report.html") }
    var results: URL { folder.appendingPathComponent("results.json") }
    var junit: URL { folder.appendingPathComponent("junit.xml") }

    /// Makes the folder, and those above it, where they are missing. Throws the system's error.
    init(creating folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
    }

    /// Writes everything but the trace. Each file appears whole or not at all; throws the system's error.
    func write(_ result: RunResult, trace: [TraceRecord]) throws {
        let html = HTMLReport(result: result, trace: trace).html
        try Data(html.utf8).write(to: report, options: .atomic)
        try result.json().write(to: results, options: .atomic)
        try Data(JUnitReport(results: [result]).xml.utf8).write(to: junit, options: .atomic)
    }
}
