// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayReport
import DrayScenario
import DrayTransfer
import FoundationEssentials
import Glibc
import HeadlessDesktop
import WaylandServer
import WaylandUtil

/// Plays one scenario: a compositor, the scenario's applications in it, and its steps in sequence.
///
/// Time advances with the steps, frame by frame. Each frame waits until every client has answered, and takes at least
/// its real duration (``PlayClock``). Real time matters only during waits for external events, such as the start of a
/// program.
final class ScenarioRunner {
    let scenario: Scenario
    let folder: RunFolder
    let recorder: TraceRecorder
    let compositor: HeadlessCompositor
    let host: HeadlessDragHost
    let seat: Seat

    var clients: [String: ClientProcess] = [:]
    var windows: [String: Window] = [:]
    /// The windows that existed at the last user action.
    var windowsBefore: Set<SurfaceID> = []
    /// The maximized or fullscreen windows.
    var covering: Set<String> = []
    var witness = DragObserver()
    var conversation = Conversation()
    /// The clients ended by a step.
    var endedOnPurpose: Set<String> = []
    /// The clients stopped by a step, which cannot answer.
    var stopped: Set<String> = []
    /// The time until which the clock waits for a reading target.
    var readingDeadline: Duration?
    /// A tablet, created when a step needs it.
    private(set) lazy var pen = ScriptedPen(compositor)
    /// The activity detector, while a step waits for quiet.
    var quiet: QuietWatch?
    var playClock: PlayClock
    /// The recent input that affects the next step.
    var hand = Hand()

    /// The files in the clients' home.
    let files: HomeFiles
    let home: RunHome
    var session: ClientSession?
    var logger: ProtocolLogger?
    var names: [UInt64: String] = [:]
    var stamps = TimeStamps()
    let pictures: PictureFiles
    var film: FilmRecorder
    var relays: [TransferRelay] = []
    var gone: Set<String> = []
    /// The index of the last step that expects a client's end, by client; up to that step, the end is no failure.
    let lastExpectedEnds: [String: Int]
    var stepIndex = 0
    /// The start time of each played step, on `CLOCK_MONOTONIC`.
    private(set) var stepStarts: [Duration] = []
    /// Whether processes of ended clients are still running, by client.
    var wholeEnds: [String: WholeEnd] = [:]
    /// The content of windows observed for the current expectation.
    var looks: [String: WindowLook] = [:]
    /// The last line of each output stream, by client.
    var lastLines: [String: [ClientStream: String]] = [:]
    /// The output that has not been recorded yet.
    var unrecorded: [TraceEvent.Output] = []
    var transferLog = TransferLog()
    /// Whether the steps are complete, so that later messages of clients are ignored.
    var isEnding = false
    /// The number of queries for accessible names after failures.
    var namesAskedCount = 0
    /// The reason for ending the run early; nil if there is none.
    var stop: Problem?
    var watches: [Any] = []
    /// The step debugger; nil if it is not active.
    let debugger: StepDebugger?
    /// The video recording; nil if there is none.
    let video: RunVideo?
    /// The live window; nil if there is none.
    let headed: HeadedWindow?
    var windowWatch: DescriptorSource?
    /// The pause after each user action, for the viewer.
    let pause: Duration?

    /// The reason why a run is aborted.
    struct Problem: Error {
        let text: String
        /// The signal that caused it, if any.
        var signal: Int32?
        /// Whether a wait of the scenario timed out, which is a test failure rather than an aborted run.
        var isUnmet = false

        /// A wait that timed out.
        static func unmet(_ text: String) -> Problem { Problem(text: text, isUnmet: true) }
    }

    /// The remaining information at the end of a run.
    struct End {
        var problem: String?
        var notReached: [TraceEvent.Step] = []
        /// The signal that ended the run, if any.
        var signal: Int32?
    }

    /// - Parameters:
    ///   - home: The clients' home, empty.
    ///   - signals: The signals that end the run.
    ///   - timeLimit: The maximum duration, in real time.
    ///   - manner: The options of the run.
    init(
        _ scenario: Scenario, folder: RunFolder, home: RunHome, recorder: TraceRecorder, signals: SignalWatch?,
        timeLimit: Duration, manner: RunManner = RunManner()
    ) throws {
        self.scenario = scenario
        self.folder = folder
        self.home = home
        files = HomeFiles(root: home.path)
        self.recorder = recorder
        let clock = PlayClock.makeClock()
        compositor = try HeadlessCompositor(HeadlessConfiguration(scenario), clock: clock)
        playClock = PlayClock(clock)
        host = HeadlessDragHost(compositor, policy: DragPolicy(scenario), style: PresentationStyle(scenario))
        seat = compositor.seats[0]
        pictures = PictureFiles(folder)
        film = FilmRecorder(pictures)
        debugger = manner.isDebugged ? StepDebugger() : nil
        video = manner.video.map { RunVideo(folder, as: $0) }
        headed = try manner.rest.map { _ in try HeadedWindow(title: "\(scenario.name) – dray run") }
        pause = manner.rest
        lastExpectedEnds = scenario.lastExpectedEnds
        observe()
        watchForStops(signals, timeLimit)
        watchWindow()
    }

    /// Plays the scenario until its end or until it is aborted. All started processes are ended on return.
    func run() -> End {
        defer { close() }
        var end = End()
        do {
            try openForClients()
            let late = scenario.lateClients
            for client in scenario.clients where !late.contains(client.name.value) { try start(client) }
        } catch {
            end.problem = (error as? Problem)?.text ?? "\(error)"
            end.signal = (error as? Problem)?.signal
            end.notReached = steps(from: 0)
            return end
        }
        var index = 0
        while index < scenario.steps.count {
            do {
                if try playStep(index) != .again { index += 1 }
            } catch {
                let problem = stop ?? error as? Problem
                if let problem, problem.isUnmet {
                    fail(scenario.steps[index], because: problem.text)
                } else {
                    end.problem = problem?.text ?? "\(error)"
                }
                end.signal = problem?.signal
                end.notReached = steps(from: index + 1)
                recordLastPicture()
                break
            }
        }
        return end
    }

    /// Plays a step, unless the user chooses otherwise in the debugger.
    private func playStep(_ index: Int) throws -> DebugChoice {
        stepIndex = index
        stepStarts.append(ContinuousTime.now)
        followClients()
        record(.step(traceStep(index)))
        guard debugger != nil else {
            try play(scenario.steps[index])
            try checkClients()
            try restAfter(scenario.steps[index])
            return .play
        }
        guard try choice(before: index) == .play else {
            record(.note(.init(text: "the step was skipped in the debugger")))
            return .skip
        }
        let before = failureCount
        followClients()
        do {
            try play(scenario.steps[index])
            try checkClients()
        } catch let problem as Problem where stop == nil {
            let choice = try choice(after: index, failedBecause: problem.text)
            record(.note(.init(text: "the step could not be played: \(problem.text)")))
            return choice
        }
        return failureCount > before ? try choice(after: index, failedBecause: nil) : .play
    }

    /// Records that a step's wait timed out.
    private func fail(_ step: Step, because text: String) {
        let place = step.location
        record(.expectation(.init(text: step.words, outcome: .failed(seen: text), line: place.line, file: place.file)))
    }

    func record(_ event: TraceEvent) {
        recorder.record(event, at: playClock.scenarioTime(at: compositor.clock.now))
    }

    private func steps(from index: Int) -> [TraceEvent.Step] {
        scenario.steps.indices.dropFirst(index).map(traceStep)
    }

    private func traceStep(_ index: Int) -> TraceEvent.Step {
        let step = scenario.steps[index]
        return TraceEvent.Step(index: index + 1, text: step.words, line: step.location.line, file: step.location.file)
    }

    private func recordLastPicture() {
        let name = "when-it-stopped"
        // After an interruption, applications are not queried.
        let names = stop == nil ? namesShown(asFileFor: name) : nil
        try? takePicture(named: name, caption: "when the run was aborted", names: names)
    }
}
