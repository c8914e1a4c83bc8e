// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

/// The output folder of a run: `trace.jsonl`, written during the run, and at the end `report.html`, `results.json` and
/// `junit.xml`. The caller writes the pictures.
package struct RunFolder {
    /// The path of the folder.
    package let folder: URL

    package var trace: URL { folder.appendingPathComponent("trace.jsonl") }
    package var report: URL { folder.appendingPathComponent("report.html") }
    package var results: URL { folder.appendingPathComponent("results.json") }
    package var junit: URL { folder.appendingPathComponent("junit.xml") }

    /// The animated image of the whole run, if requested.
    package var video: URL { folder.appendingPathComponent("video.png") }
    /// The same recording as a WebM video.
    package var webVideo: URL { folder.appendingPathComponent("video.webm") }

    /// Creates the folder and its missing parents. Throws the system's error, or reports what blocks the output files.
    package init(creating folder: URL) throws {
        try Self.make(folder.path)
        self.folder = folder
        for file in files { try ReportPlace(file).check() }
    }

    /// All files except pictures.
    var files: [URL] { [trace, report, results, junit] }

    /// Creates a folder and its missing parents.
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

    /// A folder that exists, or that is about to be created.
    package init(at path: String) {
        folder = URL(fileURLWithPath: path)
    }

    /// Writes the results of several runs, each with its own folder: one `results.json`, one `junit.xml`, and a page
    /// with links to the reports. If the only run uses this folder, its report is kept. Throws the system's error.
    /// - Parameter folders: The folders of the runs, in the order of the results.
    package func write(_ results: [RunResult], in folders: [String]) throws {
        let base = folder.standardizedFileURL.path + "/"
        let paths = folders.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        if results.count == 1, paths == [folder.standardizedFileURL.path] { return try rewrite(results[0]) }
        let places = paths.map { $0.hasPrefix(base) ? String($0.dropFirst(base.count)) : $0 }
        let summary = RunSummary(results: results, folders: places)
        // The machine-readable files are small and come first, so that they survive a nearly full disk.
        try ReportPlace(self.results).write(summary.json())
        try ReportPlace(junit).write(Data(JUnitReport(results: results).xml.utf8))
        try ReportPlace(report).write(Data(summary.html.utf8))
    }

    /// The runs in `results.json`, in order; empty if there is no such file.
    package var readResults: [RunResult] {
        (try? Data(reading: results.path)).flatMap { try? RunSummary.results(in: $0) } ?? []
    }

    /// Rewrites the machine-readable result of the run; throws the system's error.
    package func rewrite(_ result: RunResult) throws {
        try ReportPlace(results).write(RunSummary(results: [result], folders: ["."]).json())
        try ReportPlace(junit).write(Data(JUnitReport(results: [result]).xml.utf8))
    }

    /// Writes everything except the trace. Each file appears complete or not at all; throws the system's error.
    package func write(_ result: RunResult, trace: [TraceRecord]) throws {
        try rewrite(result)
        try ReportPlace(report).write(Data(HTMLReport(result: result, trace: trace).html.utf8))
    }
}
