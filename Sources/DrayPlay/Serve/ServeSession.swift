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

/// A compositor that goes with real time, with programs in it, driven by commands.
package final class ServeSession {
    let compositor: HeadlessCompositor
    let host: HeadlessDragHost
    let seat: Seat
    var witness = DragWitness()
    /// What is done is written down as a scenario, where somebody wants that.
    package let recorder: ScenarioRecorder?
    var inputRecorder: InputRecorder?
    /// The number of each window that was seen, by which commands can name it.
    var numbers: [Window: Int] = [:]

    /// What it was begun with.
    let scenario: Scenario
    /// `WAYLAND_DISPLAY` of the clients.
    package private(set) var socket = ""
    /// `XDG_RUNTIME_DIR` of the clients.
    package let runtimePath: String
    private let runtime: RuntimeFolder?
    /// Where the folder with the sockets is somebody else's.
    private var guardian: Guardian?
    /// Whether applications tell what they call things.
    let isAccessible: Bool
    /// What clients have of their own, where they have; and the folder that is their home.
    private var own: ClientSession?
    let home: RunHome?
    /// Of those without anything of their own.
    private var xwayland: Xwayland?
    /// `DISPLAY` of the clients; nil where there is no X server.
    package private(set) var display: String?
    private(set) var control: ControlServer?
    private var virtualInput: VirtualInputGlobals?
    private var realInput: RealInput?
    private(set) var clients: [ClientProcess] = []
    /// A tablet, which comes with the first command for its pen.
    private(set) lazy var pen = ScriptedPen(compositor)
    var penState = PenState.away
    /// What those who listen know.
    var told = ToldRecords()
    /// The names of the programs that windows belong to.
    var owners: [Window: String] = [:]
    /// How many drags there were.
    var dragCount = 0
    /// When a button went down last, and where.
    var lastPress: (time: Instant, place: Point)?
    /// The windows that were there when somebody did something last.
    var windowsBefore: Set<SurfaceID> = []
    var relays: [TransferRelay] = []
    /// What programs were sent, where they have a home of their own: where tests look on.
    var conversation = Conversation()
    var talkers: [UInt64: String] = [:]
    var logger: ProtocolLogger?
    private var watches: [Any] = []
    var queue: [Work] = []
    var active: Activity?
    private var ending: End?
    /// The windows that a scenario expects, and has not seen.
    var wanted: [Client.Window] = []
    /// Windows that have come since the last frame, which are put where they belong with the next.
    var arriving: [(Window, Client.Window)] = []
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

    /// What a control socket's path ends with, after that of the Wayland socket.
    package static let socketSuffix = ".dray"

    /// - Parameters:
    ///   - socket: its name; the first free `wayland-N` for nil.
    ///   - endsWithPrograms: the session is over when its programs are.
    ///   - devices: the real devices that play the seat; nil for none.
    ///   - home: a folder that becomes the clients' home, made anew and left there; with it they have a session bus and a
    ///     runtime folder of their own too. Nil leaves home and bus as they are.
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
            // What the seat has, its devices bring; and somebody's keyboard is what his environment says.
            configuration.seats = [SeatConfiguration(capabilities: [])]
            configuration.keymap = .environment
        }
        // Time stamps that clients can compare with their own clock.
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
        // Before any client: it has the name of the socket alone.
        if runtime == nil, self.home == nil { guardian = Guardian(socket: "\(runtimePath)/\(self.socket)") }
        try startXwayland(scenario.session)
        control = try ControlServer(
            at: "\(runtimePath)/\(self.socket)\(Self.socketSuffix)", loop: compositor.display.eventLoop
        ) { [weak self] command, answer in
            // Whoever has the answer knows what has changed.
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
        if let note = own?.note { say(note) }
    }

    /// Where commands are listened for.
    package var controlPath: String { control?.path ?? "" }

    /// The clients' home; nil where they have that of whoever serves.
    package var homePath: String? { home?.path }

    /// Starts a program in the compositor.
    package func start(_ command: [String]) throws {
        try start(ControlCommand.Launch(command: command))
    }

    /// Starts a program as it was asked for. It gets a name that no other of the session has.
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

    /// Starts a scenario's client in the compositor. Its windows are put where the scenario wants them.
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

    /// Starts an X server, where it is wanted.
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

    /// Serves until the end, and leaves nothing behind.
    package func run() -> End {
        defer { LibraryLog.finish() }
        compositor.startFrames()
        while ending == nil {
            // Programs that were started here are looked after once a second; without any, nobody wakes up.
            compositor.dispatch(timeout: clients.isEmpty ? -1 : 1000)
            reap()
            tellWhatChanged()
        }
        close()
        return ending ?? .quit
    }

    /// A line for the person who waits; a closed pipe is no reason to end.
    package func say(_ line: String) {
        StandardStream.output.write(line + "\n")
    }

    /// Ends when nobody writes to standard input any more: whoever started this is gone.
    package func endWithInput() {
        let input: Int32 = 0
        let watch = compositor.display.eventLoop.watch(input, for: .readable) { [weak self] _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(input, &bytes, bytes.count)
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { self?.end(.quit) }
        }
        // A file is at its end, or as good as that; it cannot be waited for.
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
