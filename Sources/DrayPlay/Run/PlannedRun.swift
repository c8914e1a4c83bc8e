// SPDX-License-Identifier: MIT

package import DrayReport
package import DrayScenario
import FoundationEssentials
import Glibc

/// One scenario of a file, one combination where the file has a matrix, and where its results go.
package struct PlannedRun {
    package var scenario: Scenario
    /// The scenario's file, as it was given.
    package let file: String
    /// Which of the file's scenarios it is, from 0.
    package let index: Int
    package let folder: String

    /// Absolute paths of what the scenario is made of beside its file: included files, fixtures, pictures.
    package var usedFiles: Set<String> = []

    /// What parameters are set to by who starts it.
    package var settings: [String: String] = [:]

    /// What people call it: different from the other runs of the file.
    package let title: String

    /// - Parameter title: the scenario's name if left out.
    package init(scenario: Scenario, title: String? = nil, file: String, index: Int, folder: String) {
        self.scenario = scenario
        self.title = title ?? scenario.name
        self.file = file
        self.index = index
        self.folder = folder
    }

    /// Why nothing can be run: what is wrong with the files, for people.
    package struct Mistakes: Error {
        package let text: String
        /// Absolute paths of what the files are made of beside themselves, as far as it is known.
        package var usedFiles: Set<String> = []
    }

    /// Reads all files before anything starts.
    /// - Parameter updatesPictures: the runs replace pictures of `compare` that differ.
    package static func plan(
        _ files: [String], overrides: [Binding], updatesPictures: Bool = false, into folder: String
    ) throws(Mistakes) -> [PlannedRun] {
        var runs: [PlannedRun] = []
        var mistakes: [String] = []
        var usedFiles: Set<String> = []
        var stems: [String: Int] = [:]
        for file in files {
            var stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            // Two files of one name, from two folders, must not write into one another's results.
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

    /// The last word of each parameter counts.
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
        // Each combination of a matrix has a folder of its own, which its texts may name: so it is read with that one.
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

    /// Absolute paths of what the run is made of: its file, those that this one names, and programs of one's own: all that are
    /// in a command and not in the system's folders.
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

    /// What came of it before, where that was good and the file has not been changed since.
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

    /// The same run, played in real time.
    package var inRealTime: PlannedRun {
        var run = self
        run.scenario.clock = .real
        return run
    }

    /// The clients' `HOME`. It stays when the run has not passed.
    package var homePath: String {
        URL(fileURLWithPath: folder).standardizedFileURL.appendingPathComponent("home").path
    }

    /// Writes down that the run is not played on this machine.
    package func skip(because reason: String) throws -> RunResult {
        var result = RunResult(
            scenario: title, file: file, virtualDuration: 0, realDuration: 0, versions: Versions.all, steps: [])
        result.skipReason = reason
        let folder = try RunFolder(creating: URL(fileURLWithPath: folder))
        folder.clear()
        try folder.write(result, trace: [])
        return result
    }

    /// Plays the run in this process, or skips it where the scenario wants that.
    /// - Returns: what came of it, and the signal that ended it, if one did.
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
            runner.record(.note(.init(text: "the film is no WebM: \(failure)")))
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
        // Of what did not go as it should somebody wants to see the files.
        home.isKept = manner.keepsHome || (result.verdict != .passed && end.signal == nil)
        return (result, end.signal)
    }
}

extension timespec {
    fileprivate func isAfter(_ other: timespec) -> Bool {
        (tv_sec, tv_nsec) > (other.tv_sec, other.tv_nsec)
    }
}
