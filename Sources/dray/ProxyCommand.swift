// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayCore
import DrayPlay
import DrayProxy
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// `dray proxy`: the rules in front of a compositor that knows nothing of Dray.
struct ProxyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy", abstract: "Keep the rules of drag and drop in any compositor.",
        discussion: """
            Stands between programs and the compositor that runs, and changes two numbers of a drag, so that between \
            applications a drop copies, whatever is held or preferred. All else passes as it is.

              dray proxy -- nautilus
              dray proxy --session
              dray proxy --trace drags -- gtk4-demo
              dray proxy --list-drops

            With a program it ends when the program does, and its exit status is the program's. With --session it takes \
            the place of the compositor's socket: every program that connects from then on is behind it, and what is \
            connected already stays as it is. The socket gets its place back when the proxy ends, also when it is \
            killed; the programs behind it go on.

            Each step of a drag is said to a screen reader where one is on. The last drops are listed by --list-drops, as \
            long as the proxy runs: what was dropped from where to where, and no content.

            It cannot draw: no badge, no image that flies back. Programs in a sandbox with a connection of their own, and \
            those of X11, are not behind it. Programs that the list of --list-direct names are passed unread.
            """)

    @Flag(help: "Take the place of the compositor's socket, until SIGINT or SIGTERM.")
    var session = false

    @Option(help: ArgumentHelp("The rules of a drag: human-interface or wayland.", valueName: "rules"))
    var policy = Scenario.Policy.humanInterface

    @Option(
        help: ArgumentHelp(
            "The compositor's socket; WAYLAND_DISPLAY, or wayland-0, if left out.", valueName: "name or path"))
    var upstream: String?

    @Option(
        help: ArgumentHelp(
            "Pass a program unread, by the name of an executable that the system has installed, or by the path of any.",
            valueName: "executable"))
    var direct: [String] = []

    @Flag(help: "Print which programs are passed unread, and why.")
    var listDirect = false

    @Flag(help: "Print what was dropped behind the proxy that runs, the oldest first.")
    var listDrops = false

    @Option(
        help: ArgumentHelp(
            "Write what drags are made of into a folder: a trace and a report, types and actions, no content.",
            valueName: "folder"), completion: .directory)
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "Write the drags with a mouse down as a scenario for `dray run`.", valueName: "file.yaml"),
        completion: .file(extensions: ["yaml"]))
    var record: String?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("A program and its arguments.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        guard !listDirect, !listDrops else { return }
        if session, !program.isEmpty { throw ValidationError("--session serves all programs, and starts none") }
        if !session, program.isEmpty { throw ValidationError("a program is missing (behind --), or --session") }
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
        if drops.isEmpty { say("nothing was dropped behind a proxy that runs at \(path)") }
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
        case .upstreamGone: throw ProxyFailure("the compositor is gone")
        }
    }

    private func serveProgram(
        at path: String, _ list: DirectClients, _ trace: ProxyTrace?, _ recording: ProxyRecording?
    ) throws {
        // A program that finds no compositor says so in many ways, and of a socket that nobody has named.
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
            // Whether it ends for that is the program's business: it may ask whether to save first.
            case .signal(let signal, let isOfTerminal): if !isOfTerminal { kill(process, signal) }
            case .upstreamGone:
                kill(process, SIGTERM)
                throw ProxyFailure("the compositor is gone")
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

    /// Writes what the user should know. A trace has the notes, so they are not written then.
    private func write(_ report: ProxyReport, _ log: inout ProxyLog) {
        if isTelling, case .note = report.event { return }
        log.hear(report).forEach(say)
    }

    private func end(with status: Int32) throws {
        if status != 0 { throw ExitCode(status) }
    }
}

/// Standard output is the program's.
private func say(_ text: String) {
    StandardStream.errors.write("dray proxy: \(text)\n")
}

extension ProxyRecording {
    fileprivate func finishAloud() {
        do {
            say("recorded: \(try finish())")
        } catch {
            // Somebody has worked for it.
            StandardStream.errors.write(text)
            say("the recording could not be written: \(error)")
        }
    }
}

extension ProxyTrace {
    fileprivate func finishAloud() {
        do {
            let report = try finish()
            say("the report: \(report)")
        } catch {
            say("the report could not be written: \(error)")
        }
    }
}
