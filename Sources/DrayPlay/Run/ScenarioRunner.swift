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

/// Plays one scenario: a compositor of its own, the scenario's applications in it, and its steps one after another.
///
/// Its time goes on with the steps, frame by frame. Each frame waits until every client has answered, and takes as long
/// as clients see it take (``PlayClock``); only while something outside is waited for (a program that starts) real time
/// decides.
final class ScenarioRunner {
    let scenario: Scenario
    let folder: RunFolder
    let recorder: TraceRecorder
    let compositor: HeadlessCompositor
    let host: HeadlessDragHost
    let seat: Seat

    var clients: [String: ClientProcess] = [:]
    var windows: [String: Window] = [:]
    /// The windows that were there when somebody did something last.
    var windowsBefore: Set<SurfaceID> = []
    /// The windows that are maximised or fullscreen.
    var covering: Set<String> = []
    var witness = DragWitness()
    var conversation = Conversation()
    /// The clients that a step has ended, which are not missed.
    var endedOnPurpose: Set<String> = []
    /// The clients that a step has stopped, which cannot answer.
    var stopped: Set<String> = []
    /// Until when the clock waits for a target that reads.
    var readingDeadline: Duration?
    /// A tablet, where a step wants one.
    private(set) lazy var pen = ScriptedPen(compositor)
    /// What happens, while a step waits until nothing does.
    var quiet: QuietWatch?
    var playClock: PlayClock
    /// What the hand has done that the next step has to know of.
    var hand = Hand()

    /// What is in the clients' home.
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
    /// The last step that expects a client's end, by the client's name; until then the end is no surprise.
    let lastExpectedEnds: [String: Int]
    var stepIndex = 0
    /// When each step that was played began, on the machine's clock.
    private(set) var stepStarts: [Duration] = []
    /// Whether what clients have started when they ended is still there, by their names.
    var wholeEnds: [String: WholeEnd] = [:]
    /// What windows were seen to show since an expectation about that began.
    var looks: [String: WindowLook] = [:]
    /// What clients have written last, to each of their streams.
    var lastLines: [String: [ClientStream: String]] = [:]
    /// What clients have written since it was last recorded.
    var unrecorded: [TraceEvent.Output] = []
    var transferLog = TransferLog()
    /// The steps are over; what clients say when they are ended is nobody's business.
    var isEnding = false
    /// How often it was asked what windows show, because something failed.
    var namesAskedCount = 0
    /// Why the run is to end before its end, once somebody or something wants that.
    var stop: Problem?
    var watches: [Any] = []
    let signals: SignalWatch?
    /// Who wants to be asked before each step; nil where nobody does.
    let debugger: StepDebugger?
    /// All that is seen, where somebody wants it filmed.
    let video: RunVideo?
    /// Where a person looks on; nil where nobody does.
    let headed: HeadedWindow?
    var windowWatch: DescriptorSource?
    /// How long nothing is done after something was done, for those who look on.
    let pause: Duration?
    /// When the run has taken too long, on the machine's clock.
    let deadline: Duration

    /// Why a run cannot go on.
    struct Problem: Error {
        let text: String
        /// The signal that wants it so, if one does.
        var signal: Int32?
        /// Something that the scenario waits for did not come: that is what the scenario is there to find out, and no
        /// mishap.
        var isUnmet = false

        /// What the scenario waits for did not come.
        static func unmet(_ text: String) -> Problem { Problem(text: text, isUnmet: true) }
    }

    /// What is left to say when a run is over.
    struct End {
        var problem: String?
        var notReached: [TraceEvent.Step] = []
        /// The signal that ended the run, if one did.
        var signal: Int32?
    }

    /// - Parameters:
    ///   - home: the clients', empty.
    ///   - signals: end the run as soon as one comes.
    ///   - timeLimit: how long the run may take, in real time.
    ///   - manner: who looks on, and who is asked.
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
        self.signals = signals
        debugger = manner.isDebugged ? StepDebugger() : nil
        video = manner.video.map { RunVideo(folder, as: $0) }
        headed = try manner.rest.map { _ in try HeadedWindow(title: "\(scenario.name) – dray run") }
        pause = manner.rest
        deadline = ContinuousTime.now + timeLimit
        lastExpectedEnds = scenario.lastExpectedEnds
        observe()
        watchForStops(signals, timeLimit)
        watchWindow()
    }

    /// Plays the scenario to its end, or to where it cannot go on. Nothing that it has started is left afterwards.
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

    /// Plays a step, unless somebody who goes through them one by one wants something else.
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
            record(.note(.init(text: "the step was left out by hand")))
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

    /// What a step waits for did not come.
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
        // Who wants the run to end does not wait for applications.
        let names = stop == nil ? namesShown(asFileFor: name) : nil
        try? takePicture(named: name, caption: "when the run could not go on", names: names)
    }
}
