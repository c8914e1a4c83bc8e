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
    /// When a client last drew or was told something.
    var lastActivity: Instant
    var playClock: PlayClock
    /// What the hand has done that the next step has to know of.
    var hand = Hand()

    /// What is in the clients' home.
    let files: HomeFiles
    private let home: RunHome
    private var session: ClientSession?
    private var logger: ProtocolLogger?
    private var names: [UInt64: String] = [:]
    private var stamps = TimeStamps()
    let pictures: PictureFiles
    private var film: FilmRecorder
    private var relays: [TransferRelay] = []
    private var gone: Set<String> = []
    /// The last step that expects a client's end, by the client's name; until then the end is no surprise.
    private let lastExpectedEnds: [String: Int]
    private var stepIndex = 0
    /// What clients have written last, to each of their streams.
    private var lastLines: [String: [ClientProcess.Stream: String]] = [:]
    /// What clients have written since it was last recorded.
    private var unrecorded: [TraceEvent.Output] = []
    private var transfers = TransferLog()
    /// The steps are over; what clients say when they are ended is nobody's business.
    private var isEnding = false
    /// Why the run is to end before its end, once somebody or something wants that.
    private(set) var stop: Problem?
    private var watches: [Any] = []
    private let signals: SignalWatch?
    /// When the run has taken too long, on the machine's clock.
    private let deadline: Duration

    /// Why a run cannot go on.
    struct Problem: Error {
        let text: String
        /// The signal that wants it so, if one does.
        var signal: Int32?
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
    init(
        _ scenario: Scenario, folder: RunFolder, home: RunHome, recorder: TraceRecorder, signals: SignalWatch?,
        timeLimit: Duration
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
        lastActivity = compositor.clock.now
        pictures = PictureFiles(folder)
        film = FilmRecorder(pictures)
        self.signals = signals
        deadline = ContinuousTime.now + timeLimit
        lastExpectedEnds = scenario.lastExpectedEnds
        observe()
        watchForStops(signals, timeLimit)
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
        for (index, step) in scenario.steps.enumerated() {
            stepIndex = index
            followClients()
            record(.step(traceStep(index)))
            do {
                try play(step)
                try checkClients()
            } catch {
                let problem = stop ?? error as? Problem
                end.problem = problem?.text ?? "\(error)"
                end.signal = problem?.signal
                end.notReached = steps(from: index + 1)
                recordLastPicture()
                break
            }
        }
        return end
    }

    func record(_ event: TraceEvent) {
        recorder.record(event, at: playClock.scenarioTime(at: compositor.clock.now))
    }

    // MARK: Clients

    private func openForClients() throws {
        try home.make(scenario.setup)
        files.begin(scenario.comparedPaths)
        session = try ClientSession(scenario, home: home.path, compositor)
        if let note = session?.note { record(.note(.init(text: note))) }
        // The language of a run is English, see `ClientEnvironment`.
        if let environment = session?.assistiveEnvironment {
            host.engine.speak(in: .english, environment: environment)
        }
    }

    /// Starts a client; one that was there before is forgotten, with all that it said.
    func start(_ client: Client) throws {
        guard let session else { return }
        let name = client.name.value
        gone.remove(name)
        endedOnPurpose.remove(name)
        lastLines[name] = nil
        conversation.forgetBreach(of: name)
        clients[name] = try ClientProcess(
            name: name, command: client.command,
            environment: session.environment(of: client),
            directory: client.directory ?? scenario.directory, loop: compositor.display.eventLoop
        ) { [weak self] stream, line in
            self?.unrecorded.append(.init(client: name, stream: .init(stream), text: line))
            if !line.isEmpty { self?.lastLines[name, default: [:]][stream] = line }
        }
        record(.client(.init(client: name, change: .started(pid: nil))))
    }

    /// Records what clients have written: at times when they have done what they do, and client by client, so that two
    /// runs tell of it at the same places.
    func recordOutput() {
        recordTransfers()
        for name in clientNames { clients[name]?.readOutput() }
        guard !unrecorded.isEmpty else { return }
        let lines = unrecorded
        unrecorded = []
        for name in clientNames {
            for line in lines where line.client == name { record(.output(line)) }
        }
    }

    /// Records what was transferred, at the same times and for the same reason.
    private func recordTransfers() {
        for event in transfers.takeEnded() { record(event) }
    }

    private var clientNames: [String] { scenario.clients.map(\.name.value) }

    /// Notices clients that have ended, and is alarmed if nobody wanted that.
    func checkClients() throws {
        if let stop { throw stop }
        for name in clientNames where !gone.contains(name) {
            guard let client = clients[name] else { continue }
            client.reap()
            switch client.state {
            case .running: continue
            case .exited(let status):
                gone.insert(name)
                recordOutput()
                record(.client(.init(client: name, change: .exited(status: status))))
                if status == 0 || mayEnd(name) { continue }
                throw Problem(text: "\(name) ended with status \(status)\(lastWords(of: name))")
            case .killed(let signal):
                gone.insert(name)
                recordOutput()
                record(.client(.init(client: name, change: .killed(signal: signal))))
                if mayEnd(name) { continue }
                throw Problem(
                    text: "\(name) was killed by \(Kill.Signal.name(of: signal))\(lastWords(of: name))")
            }
        }
        // Some programs go on, to nobody's use, when they are told.
        for (name, breach) in conversation.breaches where !mayEnd(name) {
            throw Problem(text: "\(name) broke the protocol: \(breach.words)")
        }
    }

    private func mayEnd(_ name: String) -> Bool {
        endedOnPurpose.contains(name) || stepIndex <= lastExpectedEnds[name] ?? -1
    }

    /// Whether a client has ended.
    func isGone(_ name: String) -> Bool { gone.contains(name) }

    /// Why a client may have ended or waits, for problems: the error that it was told of, and what it has written last to
    /// each of its streams.
    func lastWords(of name: String) -> String {
        let streams: [(ClientProcess.Stream, String)] = [
            (.standardError, "standard error"), (.standardOutput, "standard output"),
        ]
        let lines = streams.compactMap { stream, words in
            lastLines[name]?[stream].map { (text: VisibleText.shortened($0, to: 300), stream: words) }
        }
        let said = lines.map { lines.count > 1 ? "\($0.text) (\($0.stream))" : $0.text }.joined(separator: ", ")
        return (conversation.breaches[name].map { "; it broke the protocol: \($0.words)" } ?? "")
            + (said.isEmpty ? "" : "; it said last: \(said)")
    }

    /// The scenario's name of a client; a process that it has started counts as the client itself.
    func name(of client: UInt64, _ process: Int32) -> String {
        if let name = names[client] { return name }
        let group = getpgid(process)
        let name =
            clients.first { $0.value.processID == group }?.key
            ?? ProcessTree.variable(ClientProcess.nameVariable, of: process) ?? "process \(process)"
        names[client] = name
        return name
    }

    /// The scenario's name of the client that a window belongs to.
    func client(of window: Located<String>) -> String {
        scenario.window(named: window.value)?.client.name.value ?? ""
    }

    // MARK: Observing

    private func observe() {
        logger = ProtocolLogger(compositor.display) { [weak self] in self?.log($0) }
        host.onEffect = { [weak self] effect, _ in self?.see(effect) }
        host.stage.onFrame = { [weak self] in self?.see($0) }
        host.engine.observer = { [weak self] drag, event, effects in
            guard let self else { return }
            self.witness.see(effects, of: drag)
            let time = self.playClock.scenarioTime
            self.record(.engine(TraceEvent.Engine(.event, event.recorded(time: time), of: drag)))
            for effect in effects {
                self.record(.engine(TraceEvent.Engine(.effect, effect.recorded(time: time), of: drag)))
            }
        }
        host.engine.beginningObserver = { [weak self] drag, beginning in
            self?.record(.engine(TraceEvent.Engine(beginning, of: drag)))
        }
        host.engine.transferPolicy = TransferPolicy(scenario)
        host.engine.transferObserver = { [weak self] transfer in
            guard let self else { return }
            self.transfers.see(transfer, at: self.playClock.scenarioTime(at: self.compositor.clock.now))
        }
        host.engine.transferFilter = { [weak self] drag, type, target in
            self?.relay(type, to: target, of: drag) ?? target
        }
    }

    private func log(_ message: LoggedMessage) {
        let name = name(of: message.client, message.processID)
        // How often the run asks whether everybody is ready depends on how fast the machine is, and says nothing.
        if message.interface == "xdg_wm_base", message.name == "ping" || message.name == "pong" { return }
        guard !isEnding else { return }
        if isActivity(message) { lastActivity = compositor.clock.now }
        let (isKept, isFirstBeyondLimit) = conversation.hear(message, of: name)
        if isFirstBeyondLimit {
            record(.note(.init(text: "\(name): more messages than are kept; the rest is left out")))
        }
        let stamps = stamps.translated(message, by: playClock)
        if isKept { record(.message(TraceEvent.Message(message, client: name, stamps: stamps))) }
    }

    /// Whether `wait: {quiet: …}` waits on. A motion of the content follows what the scenario itself does, or tells again that
    /// it rests (HIG-19), which goes on for seconds: what comes of one counts, and it does not.
    private func isActivity(_ message: LoggedMessage) -> Bool {
        switch (message.interface, message.name) {
        case ("xdg_wm_base", _), ("wl_callback", _), ("wl_data_device", "motion"): false
        case (_, let name): message.direction == .event || name == "commit"
        }
    }

    private func see(_ effect: HostEffect) {
        if case .began = effect { conversation.dragBegins() }
        witness.see(effect)
        film.see(effect)
        guard case .announce(let announcement) = effect else { return }
        let words = announcement.words { [weak self] surface in
            self?.compositor.windows.first { $0.surface.id == surface }?.title
        }
        witness.hear(words)
        record(.note(.init(text: "announced: \(words)")))
    }

    private func see(_ frame: DragStageFrame) {
        let time = playClock.scenarioTime(at: frame.time)
        for event in film.take(frame, of: compositor) { recorder.record(event, at: time) }
    }

    private func relay(_ type: MimeType, to target: ReceivedDescriptor, of drag: DragID) -> ReceivedDescriptor? {
        let number = witness.beginTransfer(type, of: drag)
        let relay = TransferRelay(
            loop: compositor.display.eventLoop, to: target, showing: .bytes
        ) { [weak self] event in
            self?.witness.take(event, of: number)
        }
        guard let relay else { return nil }
        relays.append(relay)
        return relay.takeSourceEnd()
    }

    // MARK: Ending

    /// Ends the run when a signal comes, or when it takes too long. The clients are ended at once, so that nobody goes
    /// on waiting for one of them.
    private func watchForStops(_ signals: SignalWatch?, _ limit: Duration) {
        let loop = compositor.display.eventLoop
        let timer = loop.makeTimer { [weak self] in
            self?.end(because: Problem(text: "the run took longer than \(limit)"))
        }
        timer?.arm(milliseconds: Int32(clamping: limit.microseconds / 1000))
        let watch = signals?.watch(in: loop) { [weak self] signal in
            self?.end(because: Problem(text: "interrupted by \(SignalWatch.name(of: signal))", signal: signal))
        }
        watches = [timer as Any, watch as Any]
    }

    /// Whether something wants the run to end, for what takes long and does not serve the loop meanwhile.
    func isToStop() -> Bool {
        stop != nil || ContinuousTime.now > deadline || signals?.isPending == true
    }

    private func end(because problem: Problem) {
        guard stop == nil else { return }
        stop = problem
        for (name, client) in clients {
            endedOnPurpose.insert(name)
            client.send(signal: SIGKILL)
        }
    }

    private func close() {
        host.onEffect = nil
        host.stage.onFrame = nil
        host.engine.fallSilent()
        isEnding = true
        recordOutput()
        let now = playClock.scenarioTime(at: compositor.clock.now)
        for event in transfers.rest(of: host.engine.transferLedger, at: now) { record(event) }
        host.engine.transferObserver = nil
        endClients()
        recordOutput()
        // What the session has started is no client's.
        let left = ProcessTree.end(sparing: ClientSession.processes)
        if !left.isEmpty {
            record(.note(.init(text: "clients left processes behind: \(left.joined(separator: ", "))")))
        }
        watches = []
        logger = nil
        relays = []
        windows = [:]
        ProcessTree.end()
        compositor.close()
        session = nil
    }

    /// Ends the clients as a person would, or at once where something wants the run to end.
    private func endClients() {
        endedOnPurpose.formUnion(clients.keys)
        let farewell = Farewell(
            clients: scenario.clients.compactMap { client in
                clients[client.name.value].map {
                    .init(process: $0, patience: client.endsWithin, isStopped: stopped.contains(client.name.value))
                }
            })
        farewell.play(
            windows: { name in compositor.windows.filter { self.name(of: $0.client.id, $0.processID) == name } },
            serve: serveTheEnd, isToHurry: { stop != nil })
        for note in farewell.notes { record(.note(.init(text: note))) }
        // Told in their order, whichever was the quickest.
        stop = nil
        try? checkClients()
    }

    /// Lets clients go on for a moment, with frames for those that draw.
    private func serveTheEnd() {
        compositor.dispatch(timeout: 4)
        guard playClock.rest == nil, compositor.isFrameWanted else { return }
        playClock.frameBegins()
        switch scenario.clock {
        case .virtual: compositor.advance()
        case .real:
            playClock.run()
            compositor.tick()
        }
    }

    private func steps(from index: Int) -> [TraceEvent.Step] {
        scenario.steps.indices.dropFirst(index).map(traceStep)
    }

    private func traceStep(_ index: Int) -> TraceEvent.Step {
        let step = scenario.steps[index]
        return TraceEvent.Step(index: index + 1, text: step.words, line: step.location.line)
    }

    private func recordLastPicture() {
        try? takePicture(named: "when-it-stopped", caption: "when the run could not go on")
    }
}

extension Scenario {
    /// The last step that expects the end of a client, by the client's name.
    fileprivate var lastExpectedEnds: [String: Int] {
        var ends: [String: Int] = [:]
        for (index, step) in steps.enumerated() {
            guard case .expect(let expectation) = step.action else { continue }
            for case .client(let name, let condition) in expectation.conditions.map(\.value) where condition.isEnd {
                ends[name.value] = index
            }
        }
        return ends
    }
}
