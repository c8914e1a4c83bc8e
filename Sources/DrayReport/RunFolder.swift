// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

/// The folder that a run leaves behind: `trace.jsonl` as it happens, and at the end `report.html`, `results.json` and
/// `junit.xml`. Pictures are put there by whoever takes them.
package struct RunFolder {
    /// The folder itself.
    package let folder: URL

    package var trace: URL { folder.appendingPathComponent("trace.jsonl") }
    package var report: URL { folder.appendingPathComponent("report.html") }
    package var results: URL { folder.appendingPathComponent("results.json") }
    package var junit: URL { folder.appendingPathComponent("junit.xml") }

    /// The whole run as an animated picture, where somebody wants one.
    package var video: URL { folder.appendingPathComponent("video.png") }
    /// The same as a film.
    package var webVideo: URL { folder.appendingPathComponent("video.webm") }

    /// Makes the folder, and those above it, where they are missing. Throws the system's error, and says what is in the way
    /// of the files that are to come.
    package init(creating folder: URL) throws {
        try Self.make(folder.path)
        self.folder = folder
        for file in files { try ReportPlace(file).check() }
    }

    /// All files but pictures.
    var files: [URL] { [trace, report, results, junit] }

    /// Makes a folder, and those above it, where they are missing.
    private static func make(_ path: String) throws(FileFailure) {
        if mkdir(path, 0o777) == 0 { return }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
            errno = ENOTDIR
            throw FileFailure(path: path)
        case ENOENT:
            let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            guard !parent.isEmpty else { throw FileFailure(path: path) }
            try make(parent)
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FileFailure(path: path) }
        case _:
            throw FileFailure(path: path)
        }
    }

    /// A folder that is there already, or is about to be made.
    package init(at path: String) {
        folder = URL(fileURLWithPath: path)
    }

    /// Writes what came of several runs, each with a folder of its own: one `results.json`, one `junit.xml`, and a page
    /// that leads to the reports. The only run whose folder this is has a report already. Throws the system's error.
    /// - Parameter folders: of the runs, in the order of the results.
    package func write(_ results: [RunResult], in folders: [String]) throws {
        let base = folder.standardizedFileURL.path + "/"
        let paths = folders.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        if results.count == 1, paths == [folder.standardizedFileURL.path] { return try rewrite(results[0]) }
        let places = paths.map { $0.hasPrefix(base) ? String($0.dropFirst(base.count)) : $0 }
        let summary = RunSummary(results: results, folders: places)
        // What programs read is small, and comes first: on a disk that is nearly full it is there.
        try ReportPlace(self.results).write(summary.json())
        try ReportPlace(junit).write(Data(JUnitReport(results: results).xml.utf8))
        try ReportPlace(report).write(Data(summary.html.utf8))
    }

    /// What `results.json` tells of the runs, in their order; none where there is no such file.
    package var readResults: [RunResult] {
        (try? Data(reading: results.path)).flatMap { try? RunSummary.results(in: $0) } ?? []
    }

    /// Writes anew what programs read of the run; throws the system's error.
    package func rewrite(_ result: RunResult) throws {
        try ReportPlace(results).write(RunSummary(results: [result], folders: ["."]).json())
        try ReportPlace(junit).write(Data(JUnitReport(results: [result]).xml.utf8))
    }

    /// Writes everything but the trace. Each file appears whole or not at all; throws the system's error.
    package func write(_ result: RunResult, trace: [TraceRecord]) throws {
        try rewrite(result)
        try ReportPlace(report).write(Data(HTMLReport(result: result, trace: trace).html.utf8))
    }
}
