// SPDX-License-Identifier: MIT

package import DrayReport
package import DrayScenario
import FoundationEssentials
import Glibc

/// A scenario of a file, or one combination of its matrix, and the folder for its results.
package struct PlannedRun {
    package var scenario: Scenario
    /// The path of the scenario's file, as given by the user.
    package let file: String
    /// The index among the file's scenarios, from 0.
    package let index: Int
    package let folder: String

    /// The absolute paths of the files that the scenario depends on besides its own file: included files, fixtures,
    /// images.
    package var usedFiles: Set<String> = []

    /// The parameter values from the command line.
    package var settings: [String: String] = [:]

    /// The display name, unique among the runs of the file.
    package let title: String

    /// - Parameter title: The display name; defaults to the scenario's name.
    package init(scenario: Scenario, title: String? = nil, file: String, index: Int, folder: String) {
        self.scenario = scenario
        self.title = title ?? scenario.name
        self.file = file
        self.index = index
        self.folder = folder
    }

    /// The mistakes in the files, which prevent all runs.
    package struct Mistakes: Error {
        package let text: String
        /// The known absolute paths of the files that the scenarios depend on besides their own.
        package var usedFiles: Set<String> = []
    }

    /// Reads all files before any run starts.
    /// - Parameter updatesPictures: Whether the runs replace reference images of `compare` that differ.
    package static func plan(
        _ files: [String], overrides: [Binding], updatesPictures: Bool = false, into folder: String
    ) throws(Mistakes) -> [PlannedRun] {
        var runs: [PlannedRun] = []
        var mistakes: [String] = []
        var usedFiles: Set<String> = []
        var stems: [String: Int] = [:]
        for file in files {
            var stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            // Files of the same name in different folders need different result folders.
            stems[stem, default: 0] += 1
            if let count = stems[stem], count > 1 { stem += "-\(count)" }
            do {
                runs += try scenarios(
                    of: file, overrides, updatesPictures, in: files.count > 1 ? "\(folder)/\(stem)" : folder)
            } catch {
                mistakes.append("\(error)")
                if let error = error as? ScenarioFile.Mistakes { usedFiles.formUnion(error.usedFiles) }
            }
        }
        guard mistakes.isEmpty else {
            throw Mistakes(text: mistakes.joined(separator: "\n\n"), usedFiles: usedFiles)
        }
        for index in runs.indices { runs[index].settings = settings(overrides) }
        return runs
    }

    /// The effective value of each parameter, which is the last one given.
    package static func settings(_ overrides: [Binding]) -> [String: String] {
        Dictionary(overrides.map { ($0.name, $0.value) }) { $1 }
    }

    private static func scenarios(
        of file: String, _ overrides: [Binding], _ updatesPictures: Bool, in base: String
    ) throws -> [PlannedRun] {
        let first = try ScenarioFile(
            path: file, runDirectory: base, overrides: overrides, updatesPictures: updatesPictures)
        guard first.scenarios.count > 1 else {
            return first.scenarios.map {
                var run = PlannedRun(scenario: $0, file: file, index: 0, folder: base)
                run.usedFiles = first.usedFiles
                return run
            }
        }
        // Each combination of a matrix has its own folder, which its texts may refer to, so the file is read again with
        // that folder.
        return try first.scenarios.enumerated().map { index, scenario in
            let words = scenario.variant.map(\.value).joined(separator: "-")
            let name = words.map { $0.isLetter || $0.isNumber || "-._".contains($0) ? $0 : "_" }
            let folder = "\(base)/\(index + 1)-\(String(name))"
            let again = try ScenarioFile(
                path: file, runDirectory: folder, overrides: overrides, updatesPictures: updatesPictures)
            var run = PlannedRun(
                scenario: again.scenarios[index], title: again.title(at: index), file: file, index: index,
                folder: folder)
            run.usedFiles = again.usedFiles
            return run
        }
    }

    /// The absolute paths that affect the run: its file, the files that it refers to, and programs in commands that are
    /// not in system folders.
    package var watchedFiles: Set<String> {
        var files = usedFiles.union([URL(fileURLWithPath: file).standardizedFileURL.path])
        for client in scenario.clients {
            let folder = client.directory ?? scenario.directory
            for word in client.command where word.contains("/") || word.contains(".") {
                let path = URL(fileURLWithPath: word, relativeTo: URL(fileURLWithPath: folder + "/"))
                    .standardizedFileURL.path
                var status = stat()
                let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                if isFile, !path.hasPrefix("/usr/"), !path.hasPrefix("/bin/") { files.insert(path) }
            }
        }
        return files
    }

    /// The result of an earlier run, if it passed and the file is unchanged since.
    var earlierPass: RunResult? {
        let written = RunFolder(at: folder).results.path
        var new = stat()
        guard stat(written, &new) == 0,
            ([file] + usedFiles).allSatisfy({ path in
                var old = stat()
                return stat(path, &old) == 0 && !old.st_mtim.isAfter(new.st_mtim)
            }),
            case let results = RunFolder(at: folder).readResults, let result = results.first, results.count == 1
        else { return nil }
        let isSame = result.scenario == title && result.settings == settings
        return result.verdict == .passed && isSame ? result : nil
    }

    /// The same run in real time.
    package var inRealTime: PlannedRun {
        var run = self
        run.scenario.clock = .real
        return run
    }

    /// The clients' `HOME`. It is kept if the run does not pass.
    package var homePath: String {
        URL(fileURLWithPath: folder).standardizedFileURL.appendingPathComponent("home").path
    }

    /// Writes a result that marks the run as skipped on this machine.
    package func skip(because reason: String) throws -> RunResult {
        var result = RunResult(
            scenario: title, file: file, virtualDuration: 0, realDuration: 0, versions: Versions.all, steps: [])
        result.skipReason = reason
        let folder = try RunFolder(creating: URL(fileURLWithPath: folder))
        folder.clear()
        try folder.write(result, trace: [])
        return result
    }

    /// Plays the run in this process, or skips it if the scenario requires that.
    /// - Returns: The result, and the signal that ended the run, if any.
    package func play(
        signals: SignalWatch?, timeLimit: Duration, manner: RunManner = RunManner()
    ) throws -> (result: RunResult, signal: Int32?) {
        if let reason = scenario.skipReason {
            let result = try skip(because: reason)
            var progress = ConsoleProgress.standardOutput()
            progress.finish(result)
            return (result, nil)
        }
        // A client may close its end of a pipe at any time.
        signal(SIGPIPE, SIG_IGN)
        ProcessTree.adoptOrphans()
        let folder = try RunFolder(creating: URL(fileURLWithPath: folder))
        folder.clear()
        let home = try RunHome(making: homePath)
        let recorder = try TraceRecorder(folder: folder, progress: .standardOutput(hasStatus: !manner.isDebugged))
        let runner = try ScenarioRunner(
            scenario, folder: folder, home: home, recorder: recorder, signals: signals, timeLimit: timeLimit,
            manner: manner)
        let start = ContinuousTime.now
        let end = runner.run()
        let duration = ContinuousTime.now - start
        if end.signal == nil, let failure = runner.video?.encode(isToStop: { signals?.isPending == true }) {
            runner.record(.note(.init(text: "the video could not be converted to WebM: \(failure)")))
        }
        var result = RunResult(
            scenario: title, file: file, trace: recorder.records, notReached: end.notReached,
            realStarts: runner.stepStarts.map { max($0 - start, .zero).microseconds },
            realDuration: duration.microseconds, versions: Versions.all,
            problem: end.problem ?? recorder.failure)
        result.video = runner.video?.file
        result.settings = settings
        result.shows = scenario.shows.map {
            RunResult.Showing(what: $0.what, source: $0.source, target: $0.target)
        }
        recorder.finish(result)
        try folder.write(result, trace: recorder.records)
        // The files of a failed run are kept for inspection.
        home.isKept = manner.keepsHome || (result.verdict != .passed && end.signal == nil)
        return (result, end.signal)
    }
}

extension timespec {
    fileprivate func isAfter(_ other: timespec) -> Bool {
        (tv_sec, tv_nsec) > (other.tv_sec, other.tv_nsec)
    }
}
