// SPDX-License-Identifier: MIT

import ArgumentParser
import CProcess
import DrayPlay
import DrayReport
import DrayScenario
import FoundationEssentials

/// `dray play`: plays one of several runs in a process of its own. Only `dray run` starts it.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play one scenario of a file.", shouldDisplay: false)

    @OptionGroup var options: ScenarioOptions

    @Option(help: "The zero-based index of the scenario in the file.")
    var index: Int

    @Option(help: "The time limit in seconds of real time.")
    var timeLimit = 300

    @Flag(help: "Play in real time.")
    var realTime = false

    @Flag(help: "Keep the clients' home.")
    var keepHome = false

    @Option(help: "Record the whole run as a video in this format.")
    var videoFormat: VideoFormat?

    @Option(help: "Show the run in a window, with a pause of this many milliseconds after each action.")
    var headedRest: Int?

    @Flag(help: "Replace reference images that differ.")
    var updatePictures = false

    @Argument(help: "The scenario file.")
    var file: String

    /// The arguments for a child process that plays a run.
    static func arguments(
        for run: PlannedRun, _ options: ScenarioOptions, timeLimit: Int, manner: RunManner, updatesPictures: Bool
    ) -> [String] {
        let flags = [
            (run.scenario.clock == .real, "--real-time"), (manner.keepsHome, "--keep-home"),
            (updatesPictures, "--update-pictures"),
        ]
        var words = ["play", "--index", "\(run.index)", "--time-limit", "\(timeLimit)", "--output", run.folder]
        words += flags.filter(\.0).map(\.1)
        if let format = manner.video { words += ["--video-format", format.rawValue] }
        if let rest = manner.rest { words += ["--headed-rest", "\(Int(rest / .milliseconds(1)))"] }
        for binding in options.parameters { words += ["--set", "\(binding.name)=\(binding.value)"] }
        return words + ["--", run.file]
    }

    func run() throws {
        // Ends with the parent, which alone reports the result and stops the run.
        _ = dray_end_with_parent()
        let signals = SignalWatch()
        let file = try ScenarioFile(
            path: file, runDirectory: options.runDirectory, overrides: options.parameters,
            updatesPictures: updatePictures)
        guard file.scenarios.indices.contains(index) else {
            throw ValidationError("the file has \(file.scenarios.count) scenarios")
        }
        var run = PlannedRun(
            scenario: file.scenarios[index], title: file.title(at: index), file: self.file, index: index,
            folder: options.runDirectory)
        run.settings = PlannedRun.settings(options.parameters)
        var manner = RunManner()
        manner.keepsHome = keepHome
        manner.video = videoFormat
        manner.rest = headedRest.map { .milliseconds($0) }
        let (result, signal) = try (realTime ? run.inRealTime : run).play(
            signals: signals, timeLimit: .seconds(timeLimit), manner: manner)
        if let signal { throw ExitCode(128 + signal) }
        if !result.verdict.isGood { throw ExitCode.failure }
    }
}
