// SPDX-License-Identifier: MIT

import ArgumentParser
internal import DrayCore
import DrayPlay
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray serve`: runs a headless compositor for interactive use.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a headless compositor that is controlled by dray ctl.",
        discussion: """
            Programs connect by WAYLAND_DISPLAY, which is printed and set for a program named here. `dray ctl` moves \
            the pointer, presses keys and takes screenshots; `dray ctl help` lists all commands.

              dray serve -- gtk4-widget-factory
              dray serve --record drag.yaml -- ./my-app --test
              dray serve --input libinput --tap -- foot

            The compositor offers zwlr_virtual_pointer_v1 and zwp_virtual_keyboard_v1, which wtype and other programs \
            use to inject input. With --input libinput, real devices control the seat too, with the keyboard layout of \
            XKB_DEFAULT_LAYOUT and related variables. The compositor reports each device that is added, removed or \
            unusable, and continues without it.

            With a program, it ends when the program exits, and returns its exit status; without one it runs until \
            `dray ctl quit`, SIGINT or SIGTERM. All processes of its programs are ended.

            A test should use --home, so that programs neither read nor change the user's settings, and --until-eof, \
            so that the compositor ends with the test in any case. JSON is the best interface for programs: each line \
            such as {"id": 1, "command": ["drag", "#1", "#2"]} on the socket is answered by one line.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The size of the screen.", valueName: "WxH"))
    var size = "1280x720"

    @Option(parsing: .unconditional, help: "The scale of the screen, 1 to 4; fractions such as 1.5 are possible.")
    var scale = 1.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Several screens, as in a scenario: [{name: left, size: 800x600}, {name: right}].",
            valueName: "list"))
    var outputs: String?

    @Option(help: ArgumentHelp("The rules of a drag: human-interface or wayland.", valueName: "rules"))
    var policy = Scenario.Policy.humanInterface

    @Option(help: ArgumentHelp("The name of the socket (default: the first free wayland-N).", valueName: "name"))
    var socket: String?

    @Option(
        help: ArgumentHelp("Record the input as a scenario for `dray run`.", valueName: "file.yaml"),
        completion: .file(extensions: ["yaml"]))
    var record: String?

    @Option(
        help: ArgumentHelp(
            """
            Run programs with this folder as their home, which is created empty and kept, and with a session bus and a \
            runtime folder of their own, as `dray run` does; and keep transferred data for `dray ctl payload`.
            """, valueName: "folder"),
        completion: .directory)
    var home: String?

    @Flag(help: "With --home, run AT-SPI, so that commands can refer to objects by their accessible names.")
    var accessibility = false

    @Flag(help: "With --home, run a desktop portal for file choosers and settings.")
    var portal = false

    @Flag(help: "Run Xwayland for X11 programs; DISPLAY is printed.")
    var xwayland = false

    @Option(
        help: ArgumentHelp(
            "The colour scheme of badges and, with --portal, of programs: light (default) or dark.",
            valueName: "theme"))
    var theme: Settings.Theme?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The settings, as in a scenario: {reduce-motion: true, modifiers: {ctrl: copy}}.", valueName: "mapping"
        ))
    var settings: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --home, the session, as in a scenario: {services: all}.", valueName: "mapping"))
    var session: String?

    @Flag(help: "End at the end of standard input.")
    var untilEof = false

    @OptionGroup(title: "Input") var input: InputOptions

    @Flag(help: "Continue after the program has exited.")
    var stay = false

    @Argument(parsing: .postTerminator, help: ArgumentHelp("A program and its arguments.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        if Self.size(size) == nil { throw ValidationError("--size must have the form 1280x720, not `\(size)`") }
        if !(1...4).contains(scale) { throw ValidationError("--scale must be 1 to 4") }
        if let socket, socket.isEmpty || socket.contains("/") {
            throw ValidationError("--socket must be a name without a slash")
        }
        if home != nil, socket != nil {
            throw ValidationError("--socket needs the user's runtime folder, but --home replaces it")
        }
        if home == nil, accessibility || portal || session != nil {
            throw ValidationError(
                "--accessibility, --portal and --session need the session bus of --home")
        }
        _ = try scenario()
        if home?.isEmpty == true { throw ValidationError("--home must be a folder") }
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

    /// Reads a part of a scenario from the text of an option.
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
    /// Prints the addresses of the compositor, serves until the end, and writes the recording.
    func serve(recordingTo file: RecordingFile?) throws {
        say("WAYLAND_DISPLAY=\(socket)")
        say("XDG_RUNTIME_DIR=\(runtimePath)")
        say("DRAY_SOCKET=\(controlPath)")
        if let display { say("DISPLAY=\(display)") }
        if let homePath { say("HOME=\(homePath)") }
        let end = run()
        if let file, let recorder {
            do throws(SystemFailure) { try file.write(recorder.text) } catch {
                // The recording is work of the user, so it is printed instead.
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
