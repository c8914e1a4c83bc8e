// SPDX-License-Identifier: MIT

import Dray
import DrayCore
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

/// A compositor in real time with programs, controlled by commands.
package final class ServeSession {
    let compositor: HeadlessCompositor
    let host: HeadlessDragHost
    let seat: Seat
    var witness = DragObserver()
    /// Records the session as a scenario; nil if there is no recording.
    package let recorder: ScenarioRecorder?
    var inputRecorder: InputRecorder?
    /// The number of each window, by which commands can refer to it.
    var numbers: [Window: Int] = [:]

    /// The initial configuration.
    let scenario: Scenario
    /// The clients' `WAYLAND_DISPLAY`.
    package private(set) var socket = ""
    /// The clients' `XDG_RUNTIME_DIR`.
    package let runtimePath: String
    private let runtime: RuntimeFolder?
    /// The guardian, if the folder with the sockets is not private to this session.
    private var guardian: Guardian?
    /// Whether applications expose accessible names.
    let isAccessible: Bool
    /// The clients' private environment, if any, and their home folder.
    private var own: ClientSession?
    let home: RunHome?
    /// The X server of a session without a private environment.
    private var xwayland: Xwayland?
    /// The clients' `DISPLAY`; nil if there is no X server.
    package private(set) var display: String?
    private(set) var control: ControlServer?
    private var virtualInput: VirtualInputGlobals?
    private var realInput: RealInput?
    private(set) var clients: [ClientProcess] = []
    /// A tablet, created by the first command for its pen.
    private(set) lazy var pen = ScriptedPen(compositor)
    var penState = PenState.away
    /// The state last sent to the listeners.
    var told = ToldRecords()
    /// The names of the programs that own windows.
    var owners: [Window: String] = [:]
    /// The number of drags.
    var dragCount = 0
    /// The time and position of the last button press.
    var lastPress: (time: Instant, place: Point)?
    /// The windows that existed at the last user action.
    var windowsBefore: Set<SurfaceID> = []
    var relays: [TransferRelay] = []
    /// The events sent to clients with a private home, where tests observe them.
    var conversation = Conversation()
    var talkers: [UInt64: String] = [:]
    var logger: ProtocolLogger?
    private var watches: [Any] = []
    var queue: [Work] = []
    var active: Activity?
    private var ending: End?
    /// The windows of the scenario that have not appeared.
    var wanted: [Client.Window] = []
    /// The windows that have appeared since the last frame, which are placed in the next one.
    var arriving: [(Window, Client.Window)] = []
    /// Whether the session ends with the last of its programs.
    private let endsWithPrograms: Bool

    /// The reason for the end of the session.
    package enum End: Equatable {
        /// The command `quit`.
        case quit
        case signal(Int32)
        /// The last program has ended in this state.
        case programsEnded(ClientProcess.State)
    }

    /// The suffix of the control socket's path, after the path of the Wayland socket.
    package static let socketSuffix = ".dray"

    /// - Parameters:
    ///   - socket: The name of the Wayland socket; nil for the first free `wayland-N`.
    ///   - endsWithPrograms: Whether the session ends with its programs.
    ///   - devices: The real devices that control the seat; nil for none.
    ///   - home: A folder that becomes the clients' home, created anew and kept; clients then also have a private
    ///     session bus and runtime folder. Nil leaves home and bus unchanged.
    package init(
        _ scenario: Scenario, socket: String?, recorder: ScenarioRecorder?, endsWithPrograms: Bool,
        signals: SignalWatch?, devices: RealInput.Options? = nil, home: String? = nil
    ) throws {
        LibraryLog.limit()
        self.scenario = scenario
        self.recorder = recorder
        self.endsWithPrograms = endsWithPrograms
        var configuration = HeadlessConfiguration(scenario)
        configuration.keyRepeat = .init()
        if devices != nil {
            // Devices add the capabilities, and the environment configures the user's keyboard.
            configuration.seats = [SeatConfiguration(capabilities: [])]
            configuration.keymap = .environment
        }
        // Time stamps must be comparable with the clients' own clock.
        compositor = try HeadlessCompositor(configuration, clock: PlayClock.makeClock())
        if let home {
            let folder = try RunHome(making: home)
            folder.isKept = true
            try folder.addSettings(of: scenario)
            let own = try ClientSession(scenario, home: folder.path, compositor)
            (self.home, self.own, runtime, runtimePath) = (folder, own, nil, own.runtimePath)
            isAccessible = own.assistiveEnvironment != nil
        } else {
            isAccessible = false
            (self.home, own) = (nil, nil)
            let given = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
            if access(given, W_OK) == 0 {
                (runtime, runtimePath) = (nil, given)
            } else {
                let folder = try RuntimeFolder()
                (runtime, runtimePath) = (folder, folder.path)
                setenv("XDG_RUNTIME_DIR", folder.path, 1)
            }
        }
        host = HeadlessDragHost(compositor, policy: DragPolicy(scenario), style: PresentationStyle(scenario))
        host.engine.transferPolicy = TransferPolicy(scenario)
        if own?.assistiveEnvironment == nil { host.engine.speak() }
        if let own {
            own.serve(host.engine, scenario)
        } else {
            host.engine.handOverFiles()
            host.engine.followDesktop(.init(leftOpenBy: scenario))
        }
        seat = compositor.seats[0]
        if let own { self.socket = own.socket } else { self.socket = try compositor.display.addSocket(named: socket) }
        // Created before any client starts, and identified only by the socket's name.
        if runtime == nil, self.home == nil { guardian = Guardian(socket: "\(runtimePath)/\(self.socket)") }
        try startXwayland(scenario.session)
        control = try ControlServer(
            at: "\(runtimePath)/\(self.socket)\(Self.socketSuffix)", loop: compositor.display.eventLoop
        ) { [weak self] command, answer in
            // Listeners receive the changes before the answer.
            let told = { [weak self] (told: ControlAnswer) in
                self?.tellWhatChanged()
                answer(told)
            }
            self?.queue.append(Work(command: command, answer: told))
            self?.work()
        }
        try observe()
        if self.home != nil {
            keepWhatIsRead()
            if recorder == nil { keepWhatIsSent() }
        }
        virtualInput = try VirtualInputGlobals(compositor) { [weak self] report in
            switch report {
            // Tools create a device per command, so additions and removals are not reported.
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
        if let note = own?.note { say(note) }
    }

    /// The path of the control socket.
    package var controlPath: String { control?.path ?? "" }

    /// The clients' home; nil if they use that of the serving user.
    package var homePath: String? { home?.path }

    /// Starts a program in the compositor.
    package func start(_ command: [String]) throws {
        try start(ControlCommand.Launch(command: command))
    }

    /// Starts a program with options. Its name is made unique within the session.
    @discardableResult
    func start(_ launch: ControlCommand.Launch) throws -> ClientProcess {
        let wanted =
            launch.name ?? recorder?.addClient(launch.command)
            ?? URL(fileURLWithPath: launch.command[0]).lastPathComponent
        var (name, number) = (wanted, 2)
        while recorder == nil, clients.contains(where: { $0.name == name }) {
            (name, number) = ("\(wanted)-\(number)", number + 1)
        }
        return try start(
            Client(
                name: Located(name, at: Location(1, 1)), command: launch.command,
                environment: launch.environment.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) },
                directory: launch.directory, windows: [], startsWithin: .seconds(10)))
    }

    /// Starts a scenario's client. Its windows are placed as the scenario specifies.
    @discardableResult
    package func start(_ client: Client) throws -> ClientProcess {
        let name = client.name.value
        wanted += client.windows
        var environment =
            try own?.environment(of: client)
            ?? ClientEnvironment.variables(
                for: client, in: .init(runtime: runtimePath, socket: socket, display: display))
        environment["DRAY_SOCKET"] = controlPath
        let process = try ClientProcess(
            name: name, command: client.command, environment: environment,
            directory: client.directory ?? FileManager.default.currentDirectoryPath, loop: compositor.display.eventLoop
        ) { [weak self] stream, line in
            self?.say("\(name): \(VisibleText.singleLine(line))")
            self?.control?.tell(.output(.init(client: name, stream: stream.rawValue, text: line)))
        }
        clients.append(process)
        return process
    }

    /// Starts an X server, if the session requires one.
    private func startXwayland(_ session: Session) throws {
        let whenGone: (String) -> Void = { [weak self] in self?.say($0) }
        if let own {
            try own.startXwayland(host, seat: seat, whenGone: whenGone)
            display = own.display
        } else if session.hasXwayland {
            let server = try Xwayland(
                host, seat: seat,
                environment: ClientEnvironment.variables(in: .init(runtime: runtimePath, socket: socket)),
                in: runtimePath, whenGone: whenGone)
            (xwayland, display) = (server, server.display)
        }
    }

    /// Serves until the end, and cleans up.
    package func run() -> End {
        defer { LibraryLog.finish() }
        compositor.startFrames()
        while ending == nil {
            // The state of started programs is checked once per second; without programs there are no wake-ups.
            compositor.dispatch(timeout: clients.isEmpty ? -1 : 1000)
            reap()
            tellWhatChanged()
        }
        close()
        return ending ?? .quit
    }

    /// Prints a line for the user; a closed pipe is no reason to exit.
    package func say(_ line: String) {
        StandardStream.output.write(line + "\n")
    }

    /// Ends the session when standard input is closed, because the starting process is gone.
    package func endWithInput() {
        let input: Int32 = 0
        let watch = compositor.display.eventLoop.watch(input, for: .readable) { [weak self] _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(input, &bytes, bytes.count)
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { self?.end(.quit) }
        }
        // A regular file cannot be polled, and is at its end immediately.
        guard let watch else { return end(.quit) }
        watches.append(watch)
    }

    func end(_ end: End) { ending = ending ?? end }

    private func reap() {
        for client in clients { client.reap() }
        guard endsWithPrograms, let last = clients.last, clients.allSatisfy({ $0.state != .running }) else { return }
        end(.programsEnded(last.state))
    }

    private func close() {
        control = nil
        realInput = nil
        host.onEffect = nil
        host.engine.observer = nil
        host.engine.fallSilent()
        for client in clients where client.state == .running { client.send(signal: SIGTERM) }
        let deadline = ContinuousTime.now + .seconds(1)
        while clients.contains(where: { $0.state == .running }), ContinuousTime.now < deadline {
            compositor.dispatch(timeout: 5)
            for client in clients { client.reap() }
        }
        xwayland?.end()
        own?.endXwayland()
        ProcessTree.end()
        clients = []
        watches = []
        logger = nil
        inputRecorder = nil
        virtualInput = nil
        numbers = [:]
        owners = [:]
        relays = []
        arriving = []
        compositor.close()
        own = nil
    }
}
