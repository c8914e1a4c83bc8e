// SPDX-License-Identifier: MIT

import ArgumentParser
import CProcess
import DrayCore
import DrayPlay
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray run FILE`: plays scenarios with real applications in a headless compositor.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Play scenarios and check their expectations.",
        discussion: """
            Starts the scenario's applications in a headless compositor, drags between them, and writes to the output \
            folder: report.html, screenshots as PNG, trace.jsonl, results.json and junit.xml. A file with a matrix, or \
            several files, produce one folder per run, and a results.json and junit.xml of all runs.

            With --record no scenario is played. It starts the scenario's applications, or the program that follows \
            `--`, and records the input they receive as a scenario: input from `dray ctl`, and from programs such as \
            wtype that control a virtual pointer or keyboard. The recording ends with the last program or with `dray \
            ctl quit`.

              dray run drag.yaml
              dray run --record drag.yaml -- ./my-app --test

            Each run has a home folder, a session bus and a runtime folder of its own; --show-environment prints the \
            applications' environment. The home is `home` in the run's folder, and is kept if the run has not passed. \
            At the end the windows are closed; applications that keep running receive SIGTERM and finally SIGKILL.

            Exit status: 0 if every expectation held, 1 if one did not or a run could not continue, 64 if the command \
            line or a scenario is invalid (nothing was started), 128 plus the signal's number if a signal ended the \
            run. In each case all processes of the applications, sockets and temporary folders are removed. If dray \
            itself is killed by SIGKILL, its helper process dray-guardian removes them.
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(
        name: [.short, .long], parsing: .unconditional, help: "The number of parallel runs; 0 for one per processor."
    )
    var jobs = 1

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Play only the runs whose titles match this regular expression.", valueName: "pattern"))
    var grep: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Play only scenarios that have this tag; can be repeated.", valueName: "tag"))
    var tag: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Play one share of the runs: `3/8` is the third of eight.", valueName: "n/m"))
    var shard: RunChoice.Shard?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Repeat a run that does not pass up to this many times; if a repetition passes, it counts as `flaky`.",
            valueName: "times"))
    var retries = 0

    @Flag(help: "Skip runs that passed in the output folder after the last change of their files.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            """
            Show failures at the lines of scenarios: `github` by annotations, `gitlab` by a code quality report in the \
            output folder, or `none`. The default depends on the CI service that runs dray.
            """,
            valueName: "kind"))
    var annotate: AnnotationKind?

    @Flag(help: "Play in real time, whichever clock the files select. Slow clients are not waited for.")
    var realTime = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop a run that takes longer.", valueName: "seconds"))
    var timeLimit = 300

    @Option(
        help: ArgumentHelp(
            "Start the applications and record how they are used as a scenario.",
            valueName: "file.yaml"), completion: .file(extensions: ["yaml"]))
    var record: String?

    @Flag(help: "Keep the applications' home, `home` in the run's folder, even if the run passes.")
    var keepHome = false

    @Flag(
        help: """
            Accept the current appearance: write the reference images of `compare` that differ or are missing.
            """)
    var updatePictures = false

    @Flag(
        help: "Pause before each step for commands. `help` lists them; a step that is typed is played."
    )
    var debug = false

    @Flag(
        help: """
            Play again whenever a scenario changes, or a file or program of the user that it names; Return plays \
            again, q quits.
            """)
    var watch = false

    @Flag(help: "Show the run in a window of the current Wayland session, slowly enough to follow.")
    var headed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --headed, the pause after each action (default: 500).",
            valueName: "milliseconds"))
    var rest: Int?

    @Flag(
        help: """
            Record the whole run as a video that the report shows: `video.webm` in the run's folder if ffmpeg is \
            installed, else `video.png`, an animated PNG.
            """)
    var video = false

    @Option(
        help: ArgumentHelp("Record the video as `webm` or as `png` (animated).", valueName: "format"))
    var videoFormat: VideoFormat?

    /// Set for the child process of `--watch`.
    @Flag(help: .hidden)
    var endsWithParent = false

    @Flag(help: "Print the environment of the applications without playing anything.")
    var showEnvironment = false

    @Argument(
        help: "Scenario files; with --record and after `--`, a program and its arguments.",
        completion: .file(extensions: ["yaml", "yml"]))
    var files: [String] = []

    /// The arguments after `--`. The parser does not support a list of arguments after another list.
    private var afterTerminator: [String] {
        Array(CommandLine.arguments.drop { $0 != "--" }.dropFirst())
    }

    /// The command line of the program to be recorded; empty if a scenario is recorded.
    private var program: [String] { record == nil ? [] : afterTerminator }

    func validate() throws {
        if files.isEmpty, !showEnvironment { throw ValidationError("Missing expected argument '<files> ...'") }
        if !(0...100).contains(retries) { throw ValidationError("--retries must be 0 to 100") }
        if debug || watch, record != nil { throw ValidationError("--record plays nothing") }
        if videoFormat == .webm, !VideoFormat.hasEncoder {
            throw ValidationError("--video-format webm needs ffmpeg; Debian has it in the package ffmpeg")
        }
        if headed || isFilmed, record != nil { throw ValidationError("--record plays nothing") }
        if rest != nil, !headed { throw ValidationError("--rest needs --headed") }
        if let rest, !(0...60_000).contains(rest) { throw ValidationError("--rest must be 0 to 60000") }
        if debug, watch { throw ValidationError("--watch and --debug cannot be combined: both read the keyboard") }
        if debug, retries > 0 || resume { throw ValidationError("--debug plays one run once") }
        if record != nil, retries > 0 || resume { throw ValidationError("--record plays nothing") }
        for pattern in grep {
            if let mistake = TextMatch.mistake(inPattern: pattern) {
                throw ValidationError("--grep: `\(pattern)` is not a regular expression: \(mistake)")
            }
        }
        if jobs < 0 { throw ValidationError("--jobs must be 0 or more") }
        if !program.isEmpty, program != files {
            throw ValidationError("--record needs either a scenario or a program after `--`")
        }
        if !(1...86_400).contains(timeLimit) { throw ValidationError("--time-limit must be 1 to 86400 seconds") }
    }

    func run() throws {
        try DescriptorLimit.ensure()
        if endsWithParent { _ = dray_end_with_parent() }
        if watch { return try watchFiles() }
        if let record, !program.isEmpty { return try self.record(.recording(), to: record, SignalWatch()) }
        if showEnvironment, files.isEmpty {
            return EnvironmentTable(home: "\(options.runDirectory)/home").write()
        }
        let runs = try plan()
        if headed, let problem = HeadedSession.problem { throw ValidationError("--headed: \(problem)") }
        if showEnvironment {
            for run in runs { EnvironmentTable(run).write() }
            return
        }
        let signals = SignalWatch()
        if let record {
            guard runs.count == 1 else {
                throw ValidationError("--record needs one scenario, but there are \(runs.count) runs")
            }
            return try self.record(runs[0].scenario, to: record, signals)
        }
        if debug {
            guard runs.count == 1, let run = runs.first else {
                throw ValidationError("--debug needs one run, but there are \(runs.count); select one with `--grep`")
            }
            // An interactive run needs more than the usual time limit.
            let (result, signal) = try run.play(
                signals: signals, timeLimit: .seconds(7 * 86_400), manner: manner)
            print("report: \(RunFolder(at: run.folder).report.path)")
            return try end(with: [result], signal)
        }
        // A run that was selected from several is in a subfolder, as if all were played.
        guard runs.count > 1 || isChosen || retries > 0 || resume else {
            guard let run = runs.first else { return }
            let (result, signal) = try run.play(signals: signals, timeLimit: .seconds(timeLimit), manner: manner)
            print("report: \(RunFolder(at: run.folder).report.path)")
            return try end(with: [result], signal)
        }
        let folder = try RunFolder(creating: URL(fileURLWithPath: options.runDirectory))
        let count = jobs == 0 ? ProcessInfo.processInfo.activeProcessorCount : jobs
        let pool = RunPool(
            runs, jobs: count, signals: signals, progress: PoolProgress.standardOutput(total: runs.count),
            retries: retries, isResumed: resume
        ) {
            PlayCommand.arguments(
                for: $0, options, timeLimit: timeLimit, manner: manner, updatesPictures: updatePictures)
        }
        let results = pool.play()
        try folder.write(results, in: runs.map(\.folder))
        print("report: \(folder.report.path)")
        try end(with: results, pool.signal)
    }

    private var isFilmed: Bool { video || videoFormat != nil }

    private var manner: RunManner {
        var manner = RunManner()
        manner.keepsHome = keepHome
        manner.isDebugged = debug
        if isFilmed { manner.video = videoFormat ?? .best }
        if headed { manner.rest = .milliseconds(rest ?? 500) }
        return manner
    }

    private func watchFiles() throws {
        let words = CommandLine.arguments.dropFirst().filter { $0 != "--watch" }
        guard let first = words.first else { return }
        let loop = WatchLoop(
            arguments: [first, "--ends-with-parent"] + words.dropFirst(), signals: SignalWatch(),
            output: URL(fileURLWithPath: options.runDirectory).standardizedFileURL.path
        ) {
            let files = Set(self.files.map { URL(fileURLWithPath: $0).standardizedFileURL.path })
            do throws(PlannedRun.Mistakes) {
                let runs = try PlannedRun.plan(
                    self.files, overrides: options.parameters, updatesPictures: updatePictures,
                    into: options.runDirectory)
                // Reference images are written by this run, so their changes must not start another.
                return updatePictures ? files : runs.reduce(files) { $0.union($1.watchedFiles) }
            } catch { return files.union(error.usedFiles) }
        }
        guard let loop else { throw ValidationError("inotify is not available") }
        if let signal = loop.run() { throw ExitCode(128 + signal) }
    }

    /// Records a session with the scenario's clients. The scenario's own steps are replaced by the recorded ones.
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
            let runs = try PlannedRun.plan(
                files, overrides: options.parameters, updatesPictures: updatePictures, into: options.runDirectory)
            let chosen = RunChoice(titles: grep, tags: tag, shard: shard).chosen(from: runs)
            if chosen.isEmpty, shard == nil {
                let options = [grep.isEmpty ? nil : "--grep", tag.isEmpty ? nil : "--tag"].compactMap { $0 }
                let which =
                    runs.count == 1 ? "the only run does not match" : "none of the \(runs.count) runs matches"
                let titles = VisibleText.list(runs.map { "“\($0.title)”" }, upTo: 10)
                StandardStream.errors.write("\(which) \(options.joined(separator: " and ")): \(titles)\n")
                throw ExitCode.validationFailure
            }
            return realTime ? chosen.map(\.inRealTime) : chosen
        } catch let error as PlannedRun.Mistakes {
            StandardStream.errors.write(error.text + "\n")
            throw ExitCode.validationFailure
        }
    }

    /// - Parameter variable: the environment variable in which the CI service gives the path of the repository.
    private static func paths(of variable: String) -> RepositoryPaths {
        RepositoryPaths(
            root: ProcessInfo.processInfo.environment[variable], folder: FileManager.default.currentDirectoryPath)
    }

    /// Whether a subset of the runs is played.
    private var isChosen: Bool { !grep.isEmpty || !tag.isEmpty || shard != nil }

    private func end(with results: [RunResult], _ signal: Int32?) throws {
        switch annotate ?? .ofThisPlace {
        case .github: for line in Annotations(results, Self.paths(of: "GITHUB_WORKSPACE")).commands { print(line) }
        case .gitlab:
            let path = "\(options.runDirectory)/\(CodeQuality.fileName)"
            try RegularFile(writing: path).replaceAll(
                by: Array(CodeQuality(results, Self.paths(of: "CI_PROJECT_DIR")).json()))
            print("code quality: \(path)")
        case .none: break
        }
        if let signal { throw ExitCode(128 + signal) }
        guard results.allSatisfy({ $0.verdict.isGood }) else { throw ExitCode.failure }
    }
}

/// The service that shows failures at the lines of scenarios.
enum AnnotationKind: String, CaseIterable, ExpressibleByArgument {
    case github, gitlab, none

    /// The kind for the CI service that runs this process.
    static var ofThisPlace: AnnotationKind {
        let environment = ProcessInfo.processInfo.environment
        if environment["GITHUB_ACTIONS"] == "true" { return .github }
        return environment["GITLAB_CI"] == "true" ? .gitlab : .none
    }
}

extension RunChoice.Shard: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension VideoFormat: ExpressibleByArgument {}
