// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayCore
import DrayPlay
import DrayProxy
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray proxy`: applies the rules of drag and drop in front of a compositor without Dray.
struct ProxyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy", abstract: "Apply Dray's rules of drag and drop in any compositor.",
        discussion: """
            Forwards the Wayland connections of programs to the running compositor, and changes two arguments of a \
            drag's messages, so that a drop between applications copies, whichever action is preferred or selected by \
            modifier keys. Everything else is forwarded unchanged.

              dray proxy -- nautilus
              dray proxy --session
              dray proxy --trace drags -- gtk4-demo
              dray proxy --list-drops

            With a program, the proxy ends when the program exits, and returns its exit status. With --session, it \
            replaces the compositor's socket: every program that connects afterwards is behind the proxy; existing \
            connections are not affected. The socket is restored when the proxy ends, even if it is killed; the \
            programs behind it keep their connections.

            If a screen reader is running, each step of a drag is announced. While the proxy runs, --list-drops prints \
            the latest drops: their source, target, action and types, but no content.

            The proxy cannot draw: there is no badge and no animation of a cancelled drag. Sandboxed programs that \
            have a connection of their own, and X11 programs, are not behind it. The connections of the programs of \
            --list-direct are forwarded without being read.
            """)

    @Flag(help: "Replace the compositor's socket until SIGINT or SIGTERM.")
    var session = false

    @Option(help: ArgumentHelp("The rules of a drag: human-interface or wayland.", valueName: "rules"))
    var policy = Scenario.Policy.humanInterface

    @Option(
        help: ArgumentHelp(
            "The compositor's socket (default: WAYLAND_DISPLAY, else wayland-0).", valueName: "name or path"))
    var upstream: String?

    @Option(
        help: ArgumentHelp(
            "Forward a program without reading: the name of an executable installed by the system, or a path.",
            valueName: "executable"))
    var direct: [String] = []

    @Flag(help: "List the programs that are forwarded without being read, and why.")
    var listDirect = false

    @Flag(help: "Print the drops behind the running proxy, the oldest first.")
    var listDrops = false

    @Option(
        help: ArgumentHelp(
            "Write a trace and a report of all drags into a folder: types and actions, no content.",
            valueName: "folder"), completion: .directory)
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "Record the drags made with a mouse as a scenario for `dray run`.", valueName: "file.yaml"),
        completion: .file(extensions: ["yaml"]))
    var record: String?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("A program and its arguments.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        guard !listDirect, !listDrops else { return }
        if session, !program.isEmpty { throw ValidationError("--session serves all programs and starts none") }
        if !session, program.isEmpty { throw ValidationError("a program is missing (after --), or --session") }
    }

    func run() throws {
        let list = DirectClients.standard.adding(direct)
        if listDirect {
            for entry in list.entries { print("\(entry.executable): \(entry.reason)") }
            return
        }
        let upstream = try UpstreamSocket.path(of: self.upstream)
        if listDrops { return try printDrops(ofProxyAt: upstream) }
        signal(SIGPIPE, SIG_IGN)
        let trace = try self.trace.map { try ProxyTrace(in: $0, at: upstream) }
        defer { trace?.finishAloud() }
        let recording = try record.map { path throws(SystemFailure) in
            ProxyRecording(policy: policy, file: try RecordingFile(at: path))
        }
        defer { recording?.finishAloud() }
        if session {
            try serveSession(at: upstream, list, trace, recording)
        } else {
            try serveProgram(at: upstream, list, trace, recording)
        }
    }

    private func printDrops(ofProxyAt path: String) throws {
        let drops = try DropList.text(ofProxyAt: path)
        print(drops, terminator: "")
        if drops.isEmpty { say("no drops behind a proxy at \(path)") }
    }

    private func serveSession(
        at path: String, _ list: DirectClients, _ trace: ProxyTrace?, _ recording: ProxyRecording?
    ) throws {
        let takeover = try SocketTakeover(of: path, connect: LocalSocket.connect, listen: LocalSocket.listen)
        defer { takeover.end() }
        let server = try server(listener: takeover.listener, upstream: takeover.upstream, list)
        say("serves at \(path)")
        ServiceManager.tellReady("serves at \(path)")
        let words = ProxyWords(drops: DropList(ofProxyAt: path))
        var log = ProxyLog()
        defer { log.finish().forEach(say) }
        let cause = server.run(program: nil, other: words.other) { report in
            hear(report, trace, recording, words)
            write(report, &log)
        }
        switch cause {
        case .signal, .programEnded: break
        case .upstreamGone: throw ProxyFailure("the compositor has closed the connection")
        }
    }

    private func serveProgram(
        at path: String, _ list: DirectClients, _ trace: ProxyTrace?, _ recording: ProxyRecording?
    ) throws {
        // Without this check, each program would report in its own way a failure of the proxy's socket, which the user
        // has not named.
        guard let probe = try? LocalSocket.connect(to: path) else {
            throw ProxyFailure("\(path): no compositor listens there")
        }
        close(probe)
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let name = "dray-proxy-\(getpid())"
        let own = "\(folder)/\(name)"
        let listener = try LocalSocket.listen(at: own)
        defer { unlink(own) }
        let server = try server(listener: listener, upstream: path, list)
        let process = try ProgramStart.start(program, display: UpstreamSocket.isInRuntimeFolder(own) ? name : own)
        let words = ProxyWords(drops: DropList(ofProxyAt: own))
        var log = ProxyLog()
        defer { log.finish().forEach(say) }
        while true {
            let cause = server.run(program: process, other: words.other) { report in
                hear(report, trace, recording, words)
                write(report, &log)
            }
            switch cause {
            case .programEnded(let status) where status & 0x7f == 0: return try end(with: status >> 8 & 0xff)
            case .programEnded(let status): return try end(with: 128 + status & 0x7f)
            // The program decides how to handle the signal: it may ask the user whether to save first.
            case .signal(let signal, let isOfTerminal): if !isOfTerminal { kill(process, signal) }
            case .upstreamGone:
                kill(process, SIGTERM)
                throw ProxyFailure("the compositor has closed the connection")
            }
        }
    }

    private func server(
        listener: Int32, upstream: String, _ list: DirectClients
    ) throws -> ProxyServer {
        try ProxyServer(
            listener: listener, policy: DragPolicy(policy), direct: list, isTelling: isTelling, tellsSteps: true
        ) {
            try LocalSocket.connect(to: upstream)
        }
    }

    private var isTelling: Bool { trace != nil || record != nil }

    private func hear(
        _ report: ProxyReport, _ trace: ProxyTrace?, _ recording: ProxyRecording?, _ words: ProxyWords
    ) {
        words.hear(report)
        trace?.hear(report)
        recording?.hear(report)
    }

    /// Writes the messages that matter to the user. Notes are left out if they are part of a trace.
    private func write(_ report: ProxyReport, _ log: inout ProxyLog) {
        if isTelling, case .note = report.event { return }
        log.hear(report).forEach(say)
    }

    private func end(with status: Int32) throws {
        if status != 0 { throw ExitCode(status) }
    }
}

/// Writes to standard error, since standard output belongs to the program.
private func say(_ text: String) {
    StandardStream.errors.write("dray proxy: \(text)\n")
}

extension ProxyRecording {
    fileprivate func finishAloud() {
        do {
            say("recorded: \(try finish())")
        } catch {
            // The recording is work of the user, so it is printed instead.
            StandardStream.errors.write(text)
            say("the recording could not be written: \(error)")
        }
    }
}

extension ProxyTrace {
    fileprivate func finishAloud() {
        do {
            let report = try finish()
            say("report: \(report)")
        } catch {
            say("the report could not be written: \(error)")
        }
    }
}
