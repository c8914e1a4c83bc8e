// SPDX-License-Identifier: MIT

import Dray
package import DrayCore
import DrayHeadless
import DrayInput
import DrayPresentation
import DrayReport
package import DrayScenario
import DrayTransfer
import FoundationEssentials
import Glibc
import HeadlessDesktop
import WaylandServer

/// A compositor that goes with real time, with programs in it, driven by commands.
package final class ServeSession {
    let compositor: HeadlessCompositor
    let host: HeadlessDragHost
    let seat: Seat
    private(set) var witness = DragWitness()
    /// What is done is written down as a scenario, where somebody wants that.
    package let recorder: ScenarioRecorder?
    private var inputRecorder: InputRecorder?
    /// The number of each window that was seen, by which commands can name it.
    private(set) var numbers: [Window: Int] = [:]

    /// `WAYLAND_DISPLAY` of the clients.
    package private(set) var socket = ""
    /// `XDG_RUNTIME_DIR` of the clients.
    package let runtimePath: String
    private let runtime: RuntimeFolder?
    private var control: ControlServer?
    private var virtualInput: VirtualInputGlobals?
    private var realInput: RealInput?
    private var clients: [ClientProcess] = []
    private var logger: ProtocolLogger?
    private var watches: [Any] = []
    private var queue: [Work] = []
    private var active: Activity?
    private var ending: End?
    /// The windows that a scenario expects, and has not seen.
    private var wanted: [Client.Window] = []
    /// Windows that have come since the last frame, which are put where they belong with the next.
    private var arriving: [(Window, Client.Window)] = []
    /// The session ends with the last of its programs.
    private let endsWithPrograms: Bool

    /// Why it is over.
    package enum End: Equatable {
        /// Somebody said `quit`.
        case quit
        case signal(Int32)
        /// The last of its programs ended, like this.
        case programsEnded(ClientProcess.State)
    }

    /// A command that has to wait for its turn.
    private struct Work {
        let command: ControlCommand
        let answer: (ControlServer.Answer) -> Void
    }

    /// A command that takes time.
    private struct Activity {
        let end: Instant
        /// Called with every frame, with the share of the time that is over.
        let step: (Double) -> Void
        let start: Instant
        let answer: (ControlServer.Answer) -> Void
    }

    /// What a control socket's path ends with, after that of the Wayland socket.
    package static let socketSuffix = ".dray"

    /// - Parameters:
    ///   - socket: its name; the first free `wayland-N` for nil.
    ///   - endsWithPrograms: the session is over when its programs are.
    ///   - devices: the real devices that play the seat; nil for none.
    package init(
        _ scenario: Scenario, socket: String?, recorder: ScenarioRecorder?, endsWithPrograms: Bool,
        signals: SignalWatch?, devices: RealInput.Options? = nil
    ) throws {
        self.recorder = recorder
        self.endsWithPrograms = endsWithPrograms
        let given = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        if access(given, W_OK) == 0 {
            (runtime, runtimePath) = (nil, given)
        } else {
            let folder = try RuntimeFolder()
            (runtime, runtimePath) = (folder, folder.path)
            setenv("XDG_RUNTIME_DIR", folder.path, 1)
        }
        var configuration = HeadlessConfiguration(scenario)
        configuration.keyRepeat = .init()
        if devices != nil {
            // What the seat has, its devices bring; and somebody's keyboard is what his environment says.
            configuration.seats = [SeatConfiguration(capabilities: [])]
            configuration.keymap = .environment
        }
        // Time stamps that clients can compare with their own clock.
        compositor = try HeadlessCompositor(configuration, clock: PlayClock.makeClock())
        host = HeadlessDragHost(compositor, policy: DragPolicy(scenario), style: PresentationStyle(scenario))
        host.engine.transferPolicy = TransferPolicy(scenario)
        host.engine.speak()
        seat = compositor.seats[0]
        self.socket = try compositor.display.addSocket(named: socket)
        control = try ControlServer(
            at: "\(runtimePath)/\(self.socket)\(Self.socketSuffix)", loop: compositor.display.eventLoop
        ) { [weak self] command, answer in
            self?.queue.append(Work(command: command, answer: answer))
            self?.work()
        }
        try observe()
        virtualInput = try VirtualInputGlobals(compositor) { [weak self] report in
            switch report {
            // Tools make a device for every command: who comes and goes would fill the screen.
            case .added, .removed: break
            case .failed, .outputMissing, .nonsense, .keymapRefused, .message: self?.say("input: \(report)")
            }
        }
        if let devices {
            realInput = RealInput(compositor, devices) { [weak self] in self?.say($0) }
        }
        if let signals {
            let watch = signals.watch(in: compositor.display.eventLoop) { [weak self] in self?.end(.signal($0)) }
            guard let watch else {
                throw Problem("signals cannot be waited for: \(String(cString: strerror(errno)))")
            }
            watches.append(watch)
        }
        compositor.add(self)
    }

    /// Where commands are listened for.
    package var controlPath: String { control?.path ?? "" }

    /// Starts a program in the compositor.
    package func start(_ command: [String]) throws {
        let name = recorder?.addClient(command) ?? URL(fileURLWithPath: command[0]).lastPathComponent
        try start(
            Client(
                name: Located(name, at: Location(1, 1)), command: command, environment: [], directory: nil,
                windows: [], startsWithin: .seconds(10)))
    }

    /// Starts a scenario's client in the compositor. Its windows are put where the scenario wants them.
    package func start(_ client: Client) throws {
        let name = client.name.value
        wanted += client.windows
        var environment = ClientEnvironment.variables(
            for: client, in: .init(runtime: runtimePath, socket: socket))
        environment["DRAY_SOCKET"] = controlPath
        clients.append(
            try ClientProcess(
                name: name, command: client.command, environment: environment,
                directory: client.directory ?? FileManager.default.currentDirectoryPath,
                loop: compositor.display.eventLoop
            ) { [weak self] _, line in self?.say("\(name): \(VisibleText.singleLine(line))") })
    }

    /// Serves until the end, and leaves nothing behind.
    package func run() -> End {
        compositor.startFrames()
        while ending == nil {
            // Programs that were started here are looked after once a second; without any, nobody wakes up.
            compositor.dispatch(timeout: clients.isEmpty ? -1 : 1000)
            reap()
        }
        close()
        return ending ?? .quit
    }

    /// A line for the person who waits; a closed pipe is no reason to end.
    package func say(_ line: String) {
        StandardStream.output.write(line + "\n")
    }

    func end(_ end: End) { ending = ending ?? end }

    // MARK: Commands

    /// Begins what waits, one thing after another.
    private func work() {
        while active == nil, !queue.isEmpty {
            let next = queue.removeFirst()
            do {
                guard let answer = try perform(next) else { continue }
                next.answer(answer)
            } catch {
                next.answer(.failed("\(error)"))
            }
        }
    }

    /// Carries a command out, or begins to; nil for one that answers later.
    private func perform(_ work: Work) throws -> ControlServer.Answer? {
        compositor.catchUp()
        compositor.requestFrame()
        recorder?.now = compositor.clock.now
        guard let inputRecorder else { return try begin(work) }
        return try inputRecorder.command { try begin(work) }
    }

    private func begin(_ work: Work) throws -> ControlServer.Answer? {
        switch work.command {
        case .pointer(.move(let motion)):
            plugIn(.pointer)
            recorder?.record(.pointer(.move(try record(motion))))
            try begin(motion, from: seat.pointer.position, work) { [seat] in seat.pointer.move(to: $0) }
            return nil
        case .touch(.move(let finger, let motion)):
            let id = FingerID(Int32(finger))
            guard let start = seat.touch.position(of: id) else { throw Problem("finger \(finger) is not down") }
            recorder?.record(.touch(.move(finger: finger, try record(motion))))
            try begin(motion, from: start, work) { [seat] in seat.touch.motion(id, to: $0) }
            return nil
        case .wait(let duration):
            begin(duration, work) { _ in }
            return nil
        case .pointer, .touch, .key, .windows, .state, .shot, .place, .size, .raise, .close, .start, .quit, .help:
            return .done(try performNow(work.command))
        }
    }

    private func begin(
        _ motion: Motion, from start: Point, _ work: Work, to move: @escaping (Point) -> Void
    ) throws {
        let path = MotionPath(from: start, through: try motion.path.map(point))
        begin(motion.duration, work) { move(path.point(at: motion.easing.progress($0))) }
    }

    private func begin(_ duration: Duration, _ work: Work, step: @escaping (Double) -> Void) {
        guard duration > .zero else {
            step(1)
            return work.answer(.done([]))
        }
        let now = compositor.clock.now
        active = Activity(
            end: now.advanced(byMicroseconds: duration.microseconds), step: step, start: now, answer: work.answer)
    }

    /// Goes on with the command under way.
    private func continueActivity(at now: Instant) {
        guard let activity = active else { return }
        let whole = Double(activity.end.microseconds - activity.start.microseconds)
        let share = min(1, Double(now.microseconds - activity.start.microseconds) / max(whole, 1))
        if let inputRecorder { inputRecorder.command { activity.step(share) } } else { activity.step(share) }
        guard now >= activity.end else { return }
        active = nil
        activity.answer(.done([]))
        work()
    }

    // MARK: Observing

    private func observe() throws {
        host.onEffect = { [weak self] effect, _ in
            guard let self else { return }
            witness.see(effect)
            recorder?.see(effect, witness)
        }
        guard let recorder else { return }
        inputRecorder = try InputRecorder(recorder, compositor, seat) { [unowned self] in expectDrop() }
        logger = ProtocolLogger(compositor.display) { [weak self] message in
            guard message.direction == .event, message.interface == "wl_data_device" else { return }
            self?.recorder?.see(event: "wl_data_device.\(message.name)", ofProcess: message.processID)
        }
    }

    private func reap() {
        for client in clients { client.reap() }
        guard endsWithPrograms, let last = clients.last, clients.allSatisfy({ $0.state != .running }) else { return }
        end(.programsEnded(last.state))
    }

    private func close() {
        control = nil
        realInput = nil
        host.onEffect = nil
        host.engine.fallSilent()
        for client in clients where client.state == .running { client.send(signal: SIGTERM) }
        let deadline = ContinuousTime.now + .seconds(1)
        while clients.contains(where: { $0.state == .running }), ContinuousTime.now < deadline {
            compositor.dispatch(timeout: 5)
            for client in clients { client.reap() }
        }
        ProcessTree.end()
        clients = []
        watches = []
        logger = nil
        inputRecorder = nil
        virtualInput = nil
        numbers = [:]
        arriving = []
        compositor.close()
    }
}

extension ServeSession: HeadlessObserver {
    package func sceneChanged() {
        for window in compositor.windows where numbers[window] == nil {
            numbers[window] = (numbers.values.max() ?? 0) + 1
            let place = wanted.firstIndex { $0.match.holds(for: window) }.map { wanted.remove(at: $0) }
            recorder?.add(window, as: place?.name.value)
            if let place { arriving.append((window, place)) }
        }
    }

    /// What people do is recorded frame by frame.
    package var wantsFrames: Bool { active != nil || !arriving.isEmpty || inputRecorder != nil }

    package func frame(at time: Instant) {
        recorder?.now = time
        for (window, place) in arriving {
            compositor.place(window, at: Point(place.position))
            if let size = place.size { window.resize(width: Double(size.width), height: Double(size.height)) }
        }
        arriving = []
        continueActivity(at: time)
        inputRecorder?.frame()
    }
}
