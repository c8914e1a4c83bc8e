// SPDX-License-Identifier: MIT

import CProcess
import CSocket
package import DrayCore
import Glibc

/// Accepts clients and starts a process for each.
///
/// The compositor sees this process instead of the client. If it disconnects or kills an unresponsive one, other
/// clients are not affected. The processes share a ``SharedDragTable`` and send reports to this one, which serves no
/// clients itself. They continue when it ends.
package final class ProxyServer {
    private let listener: Int32
    private let connect: () throws -> Int32
    private let policy: DragPolicy
    private let direct: DirectClients
    private let isTelling: Bool
    private let tellsSteps: Bool
    private let board: SharedDragTable
    private let channel: ReportChannel
    private let endings: Int32
    private var lastClient: SharedDragTable.Client = 0
    /// The processes that serve clients. Other children are the guardian that restores the socket, and the
    /// accessibility helper.
    private var processes: [pid_t: Served] = [:]
    private var shares = ConnectionShares()

    private struct Served {
        let client: SharedDragTable.Client
        /// The client's process.
        let peer: ProxiedProcess?
    }

    /// The reason why the server has stopped.
    package enum End: Equatable, Sendable {
        /// A terminal sends its signals to all processes of the foreground job, including the program behind the proxy.
        case signal(Int32, isOfTerminal: Bool)
        /// The program has ended, with this status of `waitpid`.
        case programEnded(status: Int32)
        /// The compositor has closed its socket.
        case upstreamGone
    }

    /// The limit on open files of a client's process: each of two streams may hold as many descriptors as libwayland
    /// does.
    private static let descriptorLimit: rlim_t = 4096
    /// The exit status of a client's process that could not connect to the compositor.
    private static let noUpstream: Int32 = 3
    /// The maximum time that a client waits for the reader of its trace, in milliseconds. Without a trace there is no
    /// wait.
    private static let patience: Int32 = 1000

    /// - Parameters:
    ///   - listener: a listening socket, which the server owns from now on.
    ///   - direct: the programs that are forwarded unread.
    ///   - isTelling: whether every message of a drag is reported.
    ///   - tellsSteps: whether the steps of drags are reported.
    ///   - connect: connects to the compositor; called in the process of a client.
    package init(
        listener: Int32, policy: DragPolicy, direct: DirectClients, isTelling: Bool,
        tellsSteps: Bool, connect: @escaping () throws -> Int32
    ) throws(ProxyFailure) {
        guard let board = SharedDragTable() else { throw ProxyFailure(doing: "no memory to share") }
        self.board = board
        channel = try ReportChannel()
        endings = dray_open_endings()
        guard endings >= 0 else { throw ProxyFailure(doing: "signals cannot be watched") }
        self.listener = listener
        self.connect = connect
        self.policy = policy
        self.direct = direct
        self.isTelling = isTelling
        self.tellsSteps = tellsSteps
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    }

    deinit {
        for descriptor in [listener, channel.reading, channel.writing, endings] { close(descriptor) }
        dray_release_endings()
    }

    /// Serves until a signal arrives, the compositor has exited, or a program has ended. It can be called again.
    /// - Parameters:
    ///   - program: a child process to wait for; nil for none.
    ///   - other: another descriptor to poll, and the function that serves it.
    ///   - hear: receives the reports of the client processes.
    package func run(
        program: Int32?, other: (descriptor: Int32, serve: () -> Void)? = nil, hear: (ProxyReport) -> Void
    ) -> End {
        var mayAccept = true
        while true {
            var watched = [
                pollfd(fd: endings, events: Int16(POLLIN), revents: 0),
                pollfd(fd: channel.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: mayAccept ? listener : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            // If no further client can be served, the next one is accepted later; no event signals when this is
            // possible.
            guard poll(&watched, nfds_t(watched.count), mayAccept ? -1 : 100) >= 0 else { continue }
            mayAccept = true
            var (end, gone): (End?, [SharedDragTable.Client]) = (nil, [])
            // Served before `waitpid`, because it waits for its own child.
            if watched[3].revents != 0 { other?.serve() }
            if watched[0].revents != 0 { (end, gone) = readEndings(program) }
            if watched[1].revents != 0 || end != nil || !gone.isEmpty { channel.read().forEach(hear) }
            // The last report of a client's process is its end, unless it was killed, for instance by a compositor that
            // finds its program unresponsive.
            for client in gone {
                hear(ProxyReport(client: client, name: "", time: ProxyReport.now, event: .ended(nil)))
            }
            if let end { return end }
            if watched[2].revents != 0 { mayAccept = accept(hear) }
        }
    }

    /// - Returns: the reason to stop, and the clients whose processes have ended.
    private func readEndings(_ program: pid_t?) -> (End?, [SharedDragTable.Client]) {
        var end: End?
        var gone: [SharedDragTable.Client] = []
        var isOfTerminal: Int32 = 0
        while case let signal = dray_read_signal(endings, &isOfTerminal), signal != 0 {
            if signal != SIGCHLD { end = end ?? .signal(signal, isOfTerminal: isOfTerminal != 0) }
        }
        var status: Int32 = 0
        while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
            if process == program {
                end = .programEnded(status: status)
            } else if let served = processes.removeValue(forKey: process) {
                // Ends the client's drags, however the process ended.
                board.forget(served.client)
                shares.release(served.peer)
                gone.append(served.client)
                if status & 0x7f == 0, status >> 8 & 0xff == Self.noUpstream { end = end ?? .upstreamGone }
            }
        }
        return (end, gone)
    }

    // MARK: Clients

    /// Accepts pending connections. Connections beyond a process's share are closed.
    /// - Returns: whether further connections can be accepted.
    private func accept(_ hear: (ProxyReport) -> Void) -> Bool {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return errno != EMFILE && errno != ENFILE && errno != ENOMEM && errno != ENOBUFS }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            lastClient += 1
            let program = PeerProgram(at: client)
            if let count = shares.refuse(program.process) {
                close(client)
                let reason = "the proxy accepts no further connections of this program, which has \(count)"
                hear(report(of: program, .ended(reason)))
                continue
            }
            let process = dray_fork()
            if process == 0 { _exit(serve(client, of: program)) }
            close(client)
            if process < 0 {
                shares.release(program.process)
                return false
            }
            processes[process] = Served(client: lastClient, peer: program.process)
        }
    }

    private func report(of program: PeerProgram, _ event: ProxyReport.Event) -> ProxyReport {
        ProxyReport(
            client: lastClient, name: program.name ?? "client", process: program.process?.number ?? 0,
            time: ProxyReport.now, event: event)
    }

    /// Serves a client in its own process.
    private func serve(_ client: Int32, of program: PeerProgram) -> Int32 {
        let (client, reports) = Self.keepOnly(client, channel.writing)
        // Signals of the terminal (^C, ^Z, hangup) are for the proxy and not for the programs behind it. A process
        // group suffices: with a session of its own, the client would wait for its turn, since the kernel schedules
        // sessions fairly.
        setpgid(0, 0)
        dray_release_endings()
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(kind, &limit)
        if limit.rlim_cur < Self.descriptorLimit {
            limit.rlim_cur = min(Self.descriptorLimit, limit.rlim_max)
            setrlimit(kind, &limit)
        }
        _ = dray_name_process("dray:\(program.name ?? "client")")
        let number = lastClient
        var hasReader = true
        func tell(_ event: ProxyReport.Event) {
            // A reader that has exited or is too slow causes only one delay.
            guard hasReader else { return }
            let isSent = ReportChannel.write(
                report(of: program, event), to: reports, patience: isTelling ? Self.patience : 0)
            if isTelling { hasReader = isSent }
        }
        if isTelling {
            let start = program.start
            tell(.started(command: start.command, directory: start.directory))
        }
        // Determined before the connection, since the compositor may end the program.
        let reason = direct.reason(for: program)
        guard let upstream = try? connect() else {
            tell(.ended("no compositor is available"))
            return Self.noUpstream
        }
        var connection: ProxyConnection?
        if let reason {
            tell(.note("is forwarded unread: \(reason)"))
        } else {
            connection = ProxyConnection(
                client: number, policy: policy, board: board, isTelling: isTelling, tellsSteps: tellsSteps)
        }
        var relay = ClientRelay(client: client, upstream: upstream, connection: connection) { [isTelling] notice in
            switch notice {
            case .message(let message): tell(.message(message))
            case .step(let step): tell(.step(step))
            case .ended(let reason): tell(.ended(reason))
            case .securityContext, .violation: tell(.note(notice.words ?? ""))
            case .picked(let place): tell(.picked(place))
            case .dropped(let place): tell(.dropped(place))
            case .dragEnded(let action): tell(.dragEnded(action))
            case .decided, .answerChanged, .actionsHidden, .actionChanged, .leaveAdded:
                if isTelling { tell(.note(notice.words ?? "")) }
            }
        }
        relay.run()
        return 0
    }

    /// Closes all descriptors except those of this client. The others belong to the server.
    private static func keepOnly(_ client: Int32, _ reports: Int32) -> (client: Int32, reports: Int32) {
        let first: Int32 = 3
        let moved = (fcntl(client, F_DUPFD, 16), fcntl(reports, F_DUPFD, 16))
        dup2(moved.0, first)
        dup2(moved.1, first + 1)
        _ = dray_close_range(UInt32(first + 2), .max)
        return (first, first + 1)
    }
}
