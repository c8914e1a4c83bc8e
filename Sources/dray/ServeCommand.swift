// SPDX-License-Identifier: MIT

import ArgumentParser
internal import DrayCore
import DrayPlay
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray serve`: a compositor without a screen to play with.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a compositor without a screen, to be driven by hand.",
        discussion: """
            Programs connect to it by WAYLAND_DISPLAY, which is printed and given to a program named here. `dray ctl` \
            moves its pointer, presses its keys and takes pictures; `dray ctl help` lists what else.

              dray serve -- gtk4-widget-factory
              dray serve --record drag.yaml -- ./my-app --test
              dray serve --input libinput --tap -- foot

            Programs that play input may do so: it offers zwlr_virtual_pointer_v1 and zwp_virtual_keyboard_v1, which wtype \
            and others speak. With --input libinput real devices play its seat too; the layout of their keyboards is \
            that of XKB_DEFAULT_LAYOUT and its like. It tells of each device that comes, goes or cannot be used, and goes \
            on without.

            With a program it ends when the program does, and its exit status is the program's; without one it serves \
            until `dray ctl quit`, SIGINT or SIGTERM. No process of its programs is left.

            A test that starts it wants --home, so that programs find nobody's settings and leave nothing in them, and \
            --until-eof, so that it ends with the test however that ends. Programs drive it best by JSON: a line like \
            {"id": 1, "command": ["drag", "#1", "#2"]} on its socket is answered by one.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The size of its screen.", valueName: "WxH"))
    var size = "1280x720"

    @Option(parsing: .unconditional, help: "Pixels for a logical pixel, 1 to 4, also a fraction such as 1.5.")
    var scale = 1.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Its screens, where there are several, as a scenario has them: [{name: left, size: 800x600}, {name: right}].",
            valueName: "list"))
    var outputs: String?

    @Option(help: ArgumentHelp("The rules of a drag: human-interface or wayland.", valueName: "rules"))
    var policy = Scenario.Policy.humanInterface

    @Option(help: ArgumentHelp("The name of its socket; the first free wayland-N if left out.", valueName: "name"))
    var socket: String?

    @Option(
        help: ArgumentHelp("Write down what is done as a scenario for `dray run`.", valueName: "file.yaml"),
        completion: .file(extensions: ["yaml"]))
    var record: String?

    @Option(
        help: ArgumentHelp(
            """
            Give programs this folder as their home, made anew and left there, with a session bus and a runtime folder \
            of their own, as `dray run` does; and keep what is transferred for `dray ctl payload`.
            """, valueName: "folder"),
        completion: .directory)
    var home: String?

    @Flag(help: "With --home, have AT-SPI, so that programs tell what they call things, and commands can name these.")
    var accessibility = false

    @Flag(help: "With --home, have a desktop portal, by which programs choose files and learn of settings.")
    var portal = false

    @Flag(help: "Have an X server, Xwayland, for programs that know X11 alone; DISPLAY says which.")
    var xwayland = false

    @Option(
        help: ArgumentHelp(
            "The colours of badges, and with --portal of programs: light or dark; light if left out.",
            valueName: "theme"))
    var theme: Settings.Theme?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What a scenario has as its settings: {reduce-motion: true, modifiers: {ctrl: copy}}.", valueName: "mapping"
        ))
    var settings: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --home, what a scenario has as its session: {services: all}.", valueName: "mapping"))
    var session: String?

    @Flag(help: "End when standard input does.")
    var untilEof = false

    @OptionGroup(title: "Input") var input: InputOptions

    @Flag(help: "Go on when the program has ended.")
    var stay = false

    @Argument(parsing: .postTerminator, help: ArgumentHelp("A program and its arguments.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        if Self.size(size) == nil { throw ValidationError("--size has to be like 1280x720, not `\(size)`") }
        if !(1...4).contains(scale) { throw ValidationError("--scale has to be 1 to 4") }
        if let socket, socket.isEmpty || socket.contains("/") {
            throw ValidationError("--socket has to be a name without a slash")
        }
        if home != nil, socket != nil {
            throw ValidationError("--socket is for a shared runtime folder; with --home programs have one of their own")
        }
        if home == nil, accessibility || portal || session != nil {
            throw ValidationError(
                "--accessibility, --portal and --session need a bus of their own, as --home brings it")
        }
        _ = try scenario()
        if home?.isEmpty == true { throw ValidationError("--home has to be a folder") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        try DescriptorLimit.ensure()
        let file = try record.map { path throws(SystemFailure) in try RecordingFile(at: path) }
        let signals = SignalWatch()
        ProcessTree.adoptOrphans()
        let scenario = try self.scenario()
        let recorder = record.map { _ in ScenarioRecorder(scenario) }
        let session = try ServeSession(
            scenario, socket: socket, recorder: recorder, endsWithPrograms: !program.isEmpty && !stay,
            signals: signals, devices: input.real, home: home.map(Self.absolute))
        if untilEof { session.endWithInput() }
        if !program.isEmpty { try session.start(program) }
        try session.serve(recordingTo: file)
    }

    private func scenario() throws -> Scenario {
        var scenario = Scenario.recording(
            on: Output(size: Self.size(size) ?? Output().size, scale: scale), policy: policy)
        let surroundings = Surroundings(of: scenario.directory)
        if let outputs {
            scenario.outputs = try Self.typed("outputs") { () throws(TypedStepMistake) in
                try Scenario.outputs(typed: outputs, surroundings)
            }
        }
        if let settings {
            scenario.settings = try Self.typed("settings") { () throws(TypedStepMistake) in
                try Settings(typed: settings, surroundings)
            }
        }
        if let theme { scenario.settings.theme = theme }
        if let session {
            scenario.session = try Self.typed("session") { () throws(TypedStepMistake) in
                try Session(typed: session, surroundings)
            }
        }
        let (isAccessible, hasPortal) = (scenario.session.isAccessible, scenario.session.hasPortal)
        let hasXwayland = scenario.session.hasXwayland
        do throws(Session.Missing) {
            scenario.session = try scenario.session.with(
                accessibility: accessibility || isAccessible, portal: portal || hasPortal,
                xwayland: xwayland || hasXwayland, surroundings)
        } catch {
            throw ValidationError("\(error.message); Debian has it in the package \(error.package)")
        }
        return scenario
    }

    /// A part of a scenario that is an option.
    private static func typed<Value>(
        _ option: String, _ read: () throws(TypedStepMistake) -> Value
    ) throws -> Value {
        do throws(TypedStepMistake) { return try read() } catch {
            throw ValidationError("--\(option): \(error.text)")
        }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    static func size(_ text: String) -> ScreenSize? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16384).contains(width),
            (1...16384).contains(height)
        else { return nil }
        return ScreenSize(width: width, height: height)
    }
}

extension Scenario.Policy: ExpressibleByArgument {}
extension Settings.Theme: ExpressibleByArgument {}

extension ServeSession {
    /// Tells where it listens, serves until the end, and writes the recording.
    func serve(recordingTo file: RecordingFile?) throws {
        say("WAYLAND_DISPLAY=\(socket)")
        say("XDG_RUNTIME_DIR=\(runtimePath)")
        say("DRAY_SOCKET=\(controlPath)")
        if let display { say("DISPLAY=\(display)") }
        if let homePath { say("HOME=\(homePath)") }
        let end = run()
        if let file, let recorder {
            do throws(SystemFailure) { try file.write(recorder.text) } catch {
                // Somebody has worked for it.
                say(recorder.text)
                throw error
            }
            say("recorded: \(file.path)")
            say("`dray run \(file.path)` plays it")
        }
        switch end {
        case .quit, .programsEnded(.running), .programsEnded(.exited(status: 0)): break
        case .programsEnded(.exited(let status)): throw ExitCode(status)
        case .programsEnded(.killed(let signal)), .signal(let signal): throw ExitCode(128 + signal)
        }
    }
}
