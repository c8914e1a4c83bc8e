// SPDX-License-Identifier: MIT

import CProcess
import CSocket
package import DrayCore
import Glibc

/// Takes in clients, and gives each a process of its own.
///
/// The compositor sees that process in the client's place: one that it finds not to answer, and ends, takes nobody else
/// with it. The processes share a ``DragBoard``, and tell this one what they see. It serves no client itself, and they
/// live on when it ends.
package final class ProxyServer {
    private let listener: Int32
    private let connect: () throws -> Int32
    private let policy: DragPolicy
    private let direct: DirectClients
    private let isTelling: Bool
    private let tellsSteps: Bool
    private let board: DragBoard
    private let channel: ReportChannel
    private let endings: Int32
    private var lastClient: DragBoard.Client = 0
    /// The processes that serve clients. There are other children: the one that gives the socket back, and the one that speaks.
    private var processes: [pid_t: Served] = [:]
    private var shares = ConnectionShares()

    private struct Served {
        let client: DragBoard.Client
        /// The client's own process.
        let peer: ProxiedProcess?
    }

    /// Why it does not serve any more.
    package enum End: Equatable, Sendable {
        /// A terminal tells all that was started there together, and so a program as well.
        case signal(Int32, isOfTerminal: Bool)
        /// The program that was watched has ended, with that status of `waitpid`.
        case programEnded(status: Int32)
        /// There is no compositor any more.
        case upstreamGone
    }

    /// Files that the process of a client may have open: two streams may hold as many descriptors each as libwayland.
    private static let descriptorLimit: rlim_t = 4096
    /// How the process of a client tells that there is no compositor.
    private static let noUpstream: Int32 = 3
    /// Milliseconds that a client waits at most for somebody who looks at its trace. For words nobody waits.
    private static let patience: Int32 = 1000

    /// - Parameters:
    ///   - listener: a socket that listens; the server's from now on.
    ///   - direct: who is passed unread.
    ///   - isTelling: whether every message of a drag is told.
    ///   - tellsSteps: whether the steps of drags are told.
    ///   - connect: makes a new connection to the compositor; called in the process of a client.
    package init(
        listener: Int32, policy: DragPolicy, direct: DirectClients, isTelling: Bool,
        tellsSteps: Bool, connect: @escaping () throws -> Int32
    ) throws(ProxyFailure) {
        guard let board = DragBoard() else { throw ProxyFailure(doing: "no memory to share") }
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

    /// Serves until a signal comes, the compositor is gone, or a program has ended; and again, if it is called again.
    /// - Parameters:
    ///   - program: the process to wait for, a child of this one; nil for none.
    ///   - other: something else to serve whenever a descriptor can be read.
    ///   - hear: is told what the processes of the clients tell.
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
            // Without room for another client the next one waits; nothing tells when there is room.
            guard poll(&watched, nfds_t(watched.count), mayAccept ? -1 : 100) >= 0 else { continue }
            mayAccept = true
            var (end, gone): (End?, [DragBoard.Client]) = (nil, [])
            // Before children are taken note of: it takes note of its own.
            if watched[3].revents != 0 { other?.serve() }
            if watched[0].revents != 0 { (end, gone) = readEndings(program) }
            if watched[1].revents != 0 || end != nil || !gone.isEmpty { channel.read().forEach(hear) }
            // What a client's process tells last is its end, unless it was killed: by a compositor that finds its program not to answer.
            for client in gone {
                hear(ProxyReport(client: client, name: "", time: ProxyReport.now, event: .ended(nil)))
            }
            if let end { return end }
            if watched[2].revents != 0 { mayAccept = accept(hear) }
        }
    }

    /// - Returns: whether it is over, and the clients whose processes have ended.
    private func readEndings(_ program: pid_t?) -> (End?, [DragBoard.Client]) {
        var end: End?
        var gone: [DragBoard.Client] = []
        var isOfTerminal: Int32 = 0
        while case let signal = dray_read_signal(endings, &isOfTerminal), signal != 0 {
            if signal != SIGCHLD { end = end ?? .signal(signal, isOfTerminal: isOfTerminal != 0) }
        }
        var status: Int32 = 0
        while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
            if process == program {
                end = .programEnded(status: status)
            } else if let served = processes.removeValue(forKey: process) {
                // However it ended: what it dragged is over.
                board.forget(served.client)
                shares.release(served.peer)
                gone.append(served.client)
                if status & 0x7f == 0, status >> 8 & 0xff == Self.noUpstream { end = end ?? .upstreamGone }
            }
        }
        return (end, gone)
    }

    // MARK: Clients

    /// Accepts the connections that wait. One of a process that has its share already is closed.
    /// - Returns: whether there is room for more.
    private func accept(_ hear: (ProxyReport) -> Void) -> Bool {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return errno != EMFILE && errno != ENFILE && errno != ENOMEM && errno != ENOBUFS }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            lastClient += 1
            let program = PeerProgram(at: client)
            if let count = shares.refuse(program.process) {
                close(client)
                let reason = "the proxy has no room for another connection of this program, which has \(count)"
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

    /// The life of a client's process.
    private func serve(_ client: Int32, of program: PeerProgram) -> Int32 {
        let (client, reports) = Self.keepOnly(client, channel.writing)
        // A terminal's ^C, ^Z and end are for the proxy, and not for the programs behind it. A group, and no session of its own:
        // the kernel gives a processor to sessions in turns, and a client would wait for each turn.
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
        var isHeard = true
        func tell(_ event: ProxyReport.Event) {
            // Who has gone, or does not listen, is waited for once.
            guard isHeard else { return }
            let isTold = ReportChannel.write(
                report(of: program, event), to: reports, patience: isTelling ? Self.patience : 0)
            if isTelling { isHeard = isTold }
        }
        if isTelling {
            let start = program.start
            tell(.started(command: start.command, directory: start.directory))
        }
        // The compositor may end the program.
        let reason = direct.reason(for: program)
        guard let upstream = try? connect() else {
            tell(.ended("there is no compositor"))
            return Self.noUpstream
        }
        var connection: ProxyConnection?
        if let reason {
            tell(.note("is passed unread: \(reason)"))
        } else {
            connection = ProxyConnection(
                client: number, policy: policy, board: board, isTelling: isTelling, tellsSteps: tellsSteps)
        }
        var relay = ClientRelay(client: client, upstream: upstream, connection: connection) { [isTelling] notice in
            switch notice {
            case .message(let message): tell(.message(message))
            case .step(let step): tell(.step(step))
            case .ended(let reason): tell(.ended(reason))
            case .securityContext: tell(.note(notice.words ?? ""))
            case .picked(let place): tell(.picked(place))
            case .dropped(let place): tell(.dropped(place))
            case .dragEnded(let action): tell(.dragEnded(action))
            case .decided, .answerChanged, .actionsHidden, .leaveAdded:
                if isTelling { tell(.note(notice.words ?? "")) }
            }
        }
        relay.run()
        return 0
    }

    /// Closes all that is not this client's: what else this process had open belongs to the server.
    private static func keepOnly(_ client: Int32, _ reports: Int32) -> (client: Int32, reports: Int32) {
        let first: Int32 = 3
        let moved = (fcntl(client, F_DUPFD, 16), fcntl(reports, F_DUPFD, 16))
        dup2(moved.0, first)
        dup2(moved.1, first + 1)
        _ = dray_close_range(UInt32(first + 2), .max)
        return (first, first + 1)
    }
}
