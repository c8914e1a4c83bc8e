// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray run FILE`: plays scenarios between real applications, in a compositor without a display.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Play scenarios, and say whether all that they expect holds.",
        discussion: """
            Starts the scenario's applications in a headless compositor, drags between them, and leaves in the output \
            folder: report.html, the pictures as PNG, trace.jsonl, results.json and junit.xml. A file with a matrix, or \
            more than one file, makes a folder for each run in it; results.json and junit.xml tell of all of them.

            With --record nothing is played. The scenario's applications are started, or a program that is named after `--`, \
            and what is done with them is written down as a scenario: by `dray ctl`, by programs that play a pointer or a \
            keyboard, such as wtype. It ends with the last of the programs, or by `dray ctl quit`.

              dray run drag.yaml
              dray run --record drag.yaml -- ./my-app --test

            Exit status: 0 if every expectation held, 1 if one did not or a run could not go on, 64 if the command or \
            a scenario is wrong (nothing was started then), 128 and the number of the signal if one ended the run. \
            Whatever the end, no process of the applications is left.
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(
        name: [.short, .long], parsing: .unconditional, help: "Play so many runs at once; 0 for one for each processor."
    )
    var jobs = 1

    @Flag(help: "Play in real time, whatever the files say of their clock: nobody who is slow is waited for.")
    var realTime = false

    @Option(parsing: .unconditional, help: ArgumentHelp("End a run that takes longer than this.", valueName: "seconds"))
    var timeLimit = 300

    @Option(
        help: ArgumentHelp(
            "Start the applications, let somebody use them, and write down what is done as a scenario.",
            valueName: "file.yaml"), completion: .file(extensions: ["yaml"]))
    var record: String?

    @Argument(
        help: "Scenario files; with --record and after `--`, a program and its arguments.",
        completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    /// What stands after `--`. The parser knows no list of arguments after another one.
    private var afterTerminator: [String] {
        Array(CommandLine.arguments.drop { $0 != "--" }.dropFirst())
    }

    /// The program to be recorded; empty where a scenario is to be.
    private var program: [String] { record == nil ? [] : afterTerminator }

    func validate() throws {
        if jobs < 0 { throw ValidationError("--jobs has to be 0 or more") }
        if !program.isEmpty, program != files {
            throw ValidationError("--record wants a scenario, or a program after `--`, and not both")
        }
        if !(1...86_400).contains(timeLimit) { throw ValidationError("--time-limit has to be 1 to 86400 seconds") }
    }

    func run() throws {
        try DescriptorLimit.ensure()
        if let record, !program.isEmpty { return try self.record(.recording(), to: record, SignalWatch()) }
        let runs = try plan()
        let signals = SignalWatch()
        if let record {
            guard runs.count == 1 else {
                throw ValidationError("--record wants one scenario, and here are \(runs.count) runs")
            }
            return try self.record(runs[0].scenario, to: record, signals)
        }
        guard runs.count > 1 else {
            guard let run = runs.first else { return }
            let (result, signal) = try run.play(signals: signals, timeLimit: .seconds(timeLimit))
            print("report: \(RunFolder(at: run.folder).report.path)")
            return try end(with: [result], signal)
        }
        let count = jobs == 0 ? ProcessInfo.processInfo.activeProcessorCount : jobs
        let pool = RunPool(
            runs, jobs: count, signals: signals, progress: PoolProgress.standardOutput(total: runs.count)
        ) { PlayCommand.arguments(for: $0, options, timeLimit: timeLimit) }
        let results = pool.play()
        try RunFolder(creating: URL(fileURLWithPath: options.runDirectory)).write(results, in: runs.map(\.folder))
        print("report: \(RunFolder(at: options.runDirectory).report.path)")
        try end(with: results, pool.signal)
    }

    /// The scenario's own steps are left out: what is done by hand takes their place.
    private func record(_ scenario: Scenario, to file: String, _ signals: SignalWatch?) throws {
        signal(SIGPIPE, SIG_IGN)
        let recording = try RecordingFile(at: file)
        ProcessTree.adoptOrphans()
        let session = try ServeSession(
            scenario, socket: nil, recorder: ScenarioRecorder(scenario), endsWithPrograms: true, signals: signals)
        for client in scenario.clients { try session.start(client) }
        if !program.isEmpty { try session.start(program) }
        try session.serve(recordingTo: recording)
    }

    private func plan() throws -> [PlannedRun] {
        do {
            let runs = try PlannedRun.plan(files, overrides: options.parameters, into: options.runDirectory)
            return realTime ? runs.map(\.inRealTime) : runs
        } catch {
            StandardStream.errors.write(error.text + "\n")
            throw ExitCode.validationFailure
        }
    }

    private func end(with results: [RunResult], _ signal: Int32?) throws {
        if let signal { throw ExitCode(128 + signal) }
        guard results.allSatisfy({ $0.verdict == .passed }) else { throw ExitCode.failure }
    }
}
