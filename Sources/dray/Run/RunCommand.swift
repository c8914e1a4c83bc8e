// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// `dray run FILE`: plays scenarios between real applications, in a compositor without a display.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Play scenarios, and say whether all that they expect holds.",
        discussion: """
            Starts the scenario's applications in a headless compositor, drags between them, and leaves in the output \
            folder: report.html, the pictures as PNG, trace.jsonl, results.json and junit.xml. A file with a matrix, or \
            more than one file, makes a folder for each run in it.

            Exit status: 0 if every expectation held, 1 if one did not or the run could not go on, 64 if the command or \
            a scenario is wrong; then nothing was started.
            """)

    @OptionGroup var options: ScenarioOptions

    @Argument(help: "Scenario files.", completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    func run() throws {
        let runs = try plan()
        // A client may close its end of a pipe at any time.
        signal(SIGPIPE, SIG_IGN)
        var results: [RunResult] = []
        for run in runs {
            if runs.count > 1 { print("\n\(run.scenario.name)") }
            results.append(try play(run))
        }
        if runs.count > 1 { summarise(results) }
        guard results.allSatisfy({ $0.verdict == .passed }) else { throw ExitCode.failure }
    }

    /// One scenario and where its results go.
    private struct Run {
        let scenario: Scenario
        let file: String
        let folder: String
    }

    /// Reads every file before anything starts.
    private func plan() throws -> [Run] {
        var runs: [Run] = []
        var mistakes: [String] = []
        for file in files {
            let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            let base = files.count > 1 ? "\(options.runDirectory)/\(stem)" : options.runDirectory
            do {
                runs += try scenarios(of: file, in: base)
            } catch let mistake as ScenarioFile.Mistakes {
                mistakes.append("\(mistake)")
            } catch {
                mistakes.append("\(file): error: \((error as NSError).localizedDescription)")
            }
        }
        guard mistakes.isEmpty else {
            FileHandle.standardError.write(Data((mistakes.joined(separator: "\n\n") + "\n").utf8))
            throw ExitCode.validationFailure
        }
        return runs
    }

    private func scenarios(of file: String, in base: String) throws -> [Run] {
        let first = try ScenarioFile(path: file, runDirectory: base, overrides: options.parameters)
        guard first.scenarios.count > 1 else {
            return first.scenarios.map { Run(scenario: $0, file: file, folder: base) }
        }
        // Each combination of a matrix has a folder of its own, which its texts may name: so it is read with that one.
        return try first.scenarios.enumerated().map { index, scenario in
            let words = scenario.variant.map(\.value).joined(separator: "-")
            let name = words.map { $0.isLetter || $0.isNumber || "-._".contains($0) ? $0 : "_" }
            let folder = "\(base)/\(index + 1)-\(String(name))"
            let again = try ScenarioFile(path: file, runDirectory: folder, overrides: options.parameters)
            return Run(scenario: again.scenarios[index], file: file, folder: folder)
        }
    }

    private func play(_ run: Run) throws -> RunResult {
        let folder = try RunFolder(creating: URL(fileURLWithPath: run.folder))
        let recorder = try TraceRecorder(folder: folder, progress: .standardOutput())
        let runner = try ScenarioRunner(run.scenario, folder: folder, recorder: recorder)
        let start = DispatchTime.now()
        let end = runner.run()
        let result = RunResult(
            scenario: run.scenario.name, file: run.file, trace: recorder.records, notReached: end.notReached,
            realDuration: (DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1000,
            versions: Versions.all, problem: end.problem)
        recorder.finish(result)
        try folder.write(result, trace: recorder.records)
        print("report: \(folder.report.path)")
        return result
    }

    private func summarise(_ results: [RunResult]) {
        let passed = results.count { $0.verdict == .passed }
        print("\n\(passed) of \(results.count) runs passed")
        for result in results where result.verdict != .passed {
            print("  \(result.verdict.rawValue)  \(result.scenario)")
        }
    }
}
