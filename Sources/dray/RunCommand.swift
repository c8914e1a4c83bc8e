// SPDX-License-Identifier: MIT

import ArgumentParser
import CProcess
import DrayCore
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

            The applications have a home, a session bus and a runtime folder of the run's own; --show-environment prints \
            what is in their environment. The home is `home` in the run's folder, and stays there when the run has not \
            passed. At the end their windows are closed; who stays is sent SIGTERM, and SIGKILL at last.

            Exit status: 0 if every expectation held, 1 if one did not or a run could not go on, 64 if the command or \
            a scenario is wrong (nothing was started then), 128 and the number of the signal if one ended the run. \
            Whatever the end, no process of the applications is left, no socket and no temporary folder: should dray \
            itself be killed (SIGKILL), a small process of its own, dray-guardian, sees to that.
            """)

    @OptionGroup var options: ScenarioOptions

    @Option(
        name: [.short, .long], parsing: .unconditional, help: "Play so many runs at once; 0 for one for each processor."
    )
    var jobs = 1

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Play only runs in whose titles this is found.", valueName: "pattern"))
    var grep: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Play only scenarios that have this tag, or one of those given.", valueName: "tag"))
    var tag: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Play one share of the runs: `3/8` is that of the third of eight.", valueName: "n/m"))
    var shard: RunChoice.Shard?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Play a run that does not pass so many times more; `flaky` is what passes then.",
            valueName: "times"))
    var retries = 0

    @Flag(help: "Leave out runs that have passed in the output folder since their files were changed.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            """
            Tell what fails beside the lines of scenarios: `github` by annotations, `gitlab` by a code quality report in \
            the output folder, or `none`. If left out it is done where CI is one of them.
            """,
            valueName: "kind"))
    var annotate: AnnotationKind?

    @Flag(help: "Play in real time, whatever the files say of their clock: nobody who is slow is waited for.")
    var realTime = false

    @Option(parsing: .unconditional, help: ArgumentHelp("End a run that takes longer than this.", valueName: "seconds"))
    var timeLimit = 300

    @Option(
        help: ArgumentHelp(
            "Start the applications, let somebody use them, and write down what is done as a scenario.",
            valueName: "file.yaml"), completion: .file(extensions: ["yaml"]))
    var record: String?

    @Flag(help: "Keep the applications' home, `home` in the run's folder, also when the run has passed.")
    var keepHome = false

    @Flag(
        help: """
            Take what is seen for right: pictures of `compare` that are missing or look different are written anew.
            """)
    var updatePictures = false

    @Flag(
        help: "Stop before each step and ask: `help` there lists what can be done, any step can be typed and is played."
    )
    var debug = false

    @Flag(
        help: """
            Play, and play again when a scenario changes, or a file or program of one's own that it names; Return plays again, \
            q ends.
            """)
    var watch = false

    @Flag(help: "Show the run in a window of the Wayland session that this is started in, at a person's speed.")
    var headed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --headed, how long nothing is done after something was done; 500 if left out.",
            valueName: "milliseconds"))
    var rest: Int?

    @Flag(
        help: """
            Film the whole run, and show it in the report: `video.webm` in its folder where ffmpeg is installed, else \
            `video.png`, a picture that moves.
            """)
    var video = false

    @Option(
        help: ArgumentHelp("Film it as `webm` or as `png`, a picture that moves.", valueName: "format"))
    var videoFormat: VideoFormat?

    /// Set for what `--watch` starts.
    @Flag(help: .hidden)
    var endsWithParent = false

    @Flag(help: "Print what the applications find in their environment, and play nothing.")
    var showEnvironment = false

    @Argument(
        help: "Scenario files; with --record and after `--`, a program and its arguments.",
        completion: .file(extensions: ["yaml", "yml"]))
    var files: [String] = []

    /// What stands after `--`. The parser knows no list of arguments after another one.
    private var afterTerminator: [String] {
        Array(CommandLine.arguments.drop { $0 != "--" }.dropFirst())
    }

    /// The program to be recorded; empty where a scenario is to be.
    private var program: [String] { record == nil ? [] : afterTerminator }

    func validate() throws {
        if files.isEmpty, !showEnvironment { throw ValidationError("Missing expected argument '<files> ...'") }
        if !(0...100).contains(retries) { throw ValidationError("--retries has to be 0 to 100") }
        if debug || watch, record != nil { throw ValidationError("--record plays nothing") }
        if videoFormat == .webm, !VideoFormat.hasEncoder {
            throw ValidationError("--video-format webm needs ffmpeg; Debian has it in the package ffmpeg")
        }
        if headed || isFilmed, record != nil { throw ValidationError("--record plays nothing") }
        if rest != nil, !headed { throw ValidationError("--rest is for --headed") }
        if let rest, !(0...60_000).contains(rest) { throw ValidationError("--rest has to be 0 to 60000") }
        if debug, watch { throw ValidationError("--watch and --debug both want the keyboard") }
        if debug, retries > 0 || resume { throw ValidationError("--debug plays one run, once") }
        if record != nil, retries > 0 || resume { throw ValidationError("--record plays nothing again") }
        for pattern in grep {
            if let mistake = TextMatch.mistake(inPattern: pattern) {
                throw ValidationError("--grep: `\(pattern)` is no regular expression: \(mistake)")
            }
        }
        if jobs < 0 { throw ValidationError("--jobs has to be 0 or more") }
        if !program.isEmpty, program != files {
            throw ValidationError("--record wants a scenario, or a program after `--`, and not both")
        }
        if !(1...86_400).contains(timeLimit) { throw ValidationError("--time-limit has to be 1 to 86400 seconds") }
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
                throw ValidationError("--record wants one scenario, and here are \(runs.count) runs")
            }
            return try self.record(runs[0].scenario, to: record, signals)
        }
        if debug {
            guard runs.count == 1, let run = runs.first else {
                throw ValidationError("--debug wants one run, and here are \(runs.count); `--grep` chooses")
            }
            // A person takes what time it takes.
            let (result, signal) = try run.play(
                signals: signals, timeLimit: .seconds(7 * 86_400), manner: manner)
            print("report: \(RunFolder(at: run.folder).report.path)")
            return try end(with: [result], signal)
        }
        // A run that was chosen from several has a folder among theirs.
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
                // Pictures that are written anew are no news.
                return updatePictures ? files : runs.reduce(files) { $0.union($1.watchedFiles) }
            } catch { return files.union(error.usedFiles) }
        }
        guard let loop else { throw ValidationError("the system tells of no changes of files") }
        if let signal = loop.run() { throw ExitCode(128 + signal) }
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
            let runs = try PlannedRun.plan(
                files, overrides: options.parameters, updatesPictures: updatePictures, into: options.runDirectory)
            let chosen = RunChoice(titles: grep, tags: tag, shard: shard).chosen(from: runs)
            if chosen.isEmpty, shard == nil {
                let options = [grep.isEmpty ? nil : "--grep", tag.isEmpty ? nil : "--tag"].compactMap { $0 }
                let which =
                    runs.count == 1 ? "the one run is not chosen by" : "none of the \(runs.count) runs is chosen by"
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

    /// - Parameter variable: where the service says that the repository is.
    private static func paths(of variable: String) -> RepositoryPaths {
        RepositoryPaths(
            root: ProcessInfo.processInfo.environment[variable], folder: FileManager.default.currentDirectoryPath)
    }

    /// Whether not all runs are played.
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

/// Where failures are shown beside the lines of scenarios.
enum AnnotationKind: String, CaseIterable, ExpressibleByArgument {
    case github, gitlab, none

    /// What the continuous integration that plays this wants.
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
