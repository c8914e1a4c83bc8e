// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import DrayHeadless
import DrayReport
import DrayXwayland
import FoundationEssentials
import Glibc
import HeadlessDesktop
import WaylandServer
import WaylandUtil
import XCB

/// An X server of the run's own, for programs that know X11 alone: Xwayland, whose windows the compositor shows.
///
/// Its display is for programs of the same user only. Nothing of it is left when it ends, however it ends.
final class Xwayland {
    /// `DISPLAY`
    let display: String
    private let processID: pid_t
    private let desktop: XwaylandDesktop
    private let compositor: HeadlessCompositor
    private let socket: SocketFile?
    private var isEnded = false

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let program = "Xwayland"
    /// So long it may take to start.
    private static let patience = Duration.seconds(20)
    /// So long it may take to end by itself; it tidies up then.
    private static let endPatience = Duration.seconds(2)

    /// Starts it, and waits until X clients may come.
    /// - Parameters:
    ///   - environment: of what belongs to no client.
    ///   - folder: for what it says, which nobody sees as long as all goes well.
    ///   - whenGone: told, once, that it has ended by itself, and how.
    init(
        _ host: HeadlessDragHost, seat: Seat, environment: [String: String], in folder: String,
        whenGone: @escaping (String) -> Void
    ) throws(Failure) {
        compositor = host.compositor
        guard let file = ProcessStart.find(Self.program) else {
            throw Failure(description: "there is no \(Self.program) on the PATH")
        }
        var ends = try Ends()
        defer { ends.close() }
        let journal = try Self.makeJournal(in: folder)
        defer { Glibc.close(journal) }
        let client: WaylandServer.Client
        do throws(Display.Failure) { client = try compositor.display.addClient(owning: ends.takeServer()) } catch {
            throw Failure(description: "\(Self.program): \(error)")
        }
        let numbers = ends.numbersForChild
        var variables = environment
        variables["WAYLAND_SOCKET"] = "\(numbers[0])"
        variables[ClientProcess.nameVariable] = Self.program
        do throws(ProcessStart.Failure) {
            processID = try ProcessStart.start(
                file,
                [
                    Self.program, "-rootless", "-noreset", "-shm", "-nolisten", "tcp", "-wm", "\(numbers[1])",
                    "-displayfd", "\(numbers[2])",
                ], variables: variables.map { "\($0.key)=\($0.value)" }, defaults: [SIGPIPE]
            ) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_adddup2(&actions, journal, 1)
                posix_spawn_file_actions_adddup2(&actions, journal, 2)
                for (own, number) in zip(ends.child, numbers) {
                    posix_spawn_file_actions_adddup2(&actions, own, number)
                }
            }
        } catch {
            client.disconnect()
            throw Failure(description: "\(Self.program) did not start: \(error)")
        }
        ends.closeChild()
        let number = Self.awaitNumber(from: ends.display, processID, compositor)
        guard let number else {
            Self.end(processID, compositor)
            throw Failure(
                description: "\(Self.program) did not start: \(Self.lastWords(in: journal) ?? "it says nothing")")
        }
        display = ":\(number)"
        socket = SocketFile(of: display)
        do throws(XConnectionError) {
            desktop = try XwaylandDesktop(
                host, seat: seat, client: client, managing: ends.takeManager(), display: display)
        } catch {
            Self.end(processID, compositor)
            Self.tidyUp(socket, of: display)
            throw Failure(description: "\(Self.program) is not to be spoken with: \(error)")
        }
        let deadline = ContinuousTime.now + Self.patience
        while !desktop.isReady, desktop.fault == nil, ContinuousTime.now < deadline {
            compositor.dispatch(timeout: 20)
        }
        guard desktop.isReady else {
            let fault = desktop.fault
            end()
            throw Failure(description: "X clients cannot come: \(fault ?? "\(Self.program) does not answer")")
        }
        desktop.whenGone = { [weak self] in
            guard let self, !isEnded else { return }
            end()
            whenGone("\(Self.program) has ended: all windows of X11 programs are gone")
        }
    }

    deinit {
        end()
    }

    /// Ends it with all X clients, and removes what it has left.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        desktop.close()
        Self.end(processID, compositor)
        Self.tidyUp(socket, of: display)
    }

    // MARK: Details

    private static func end(_ process: pid_t, _ compositor: HeadlessCompositor) {
        kill(process, SIGTERM)
        kill(process, SIGCONT)
        let deadline = ContinuousTime.now + endPatience
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard ContinuousTime.now < deadline else {
                kill(process, SIGKILL)
                waitpid(process, &status, 0)
                return
            }
            compositor.dispatch(timeout: 2)
        }
    }

    /// One that was killed leaves its socket, which may be another server's by now.
    private static func tidyUp(_ socket: SocketFile?, of display: String) {
        if let socket, socket == SocketFile(of: display) { unlink(SocketFile.path(of: display)) }
    }

    /// Which file it is, and not another one of that name.
    private struct SocketFile: Equatable {
        private let number: UInt64
        private let seconds: Int
        private let nanoseconds: Int

        /// Nil where there is none.
        init?(of display: String) {
            var status = stat()
            guard lstat(Self.path(of: display), &status) == 0 else { return nil }
            (number, seconds, nanoseconds) = (
                UInt64(status.st_ino), status.st_ctim.tv_sec, status.st_ctim.tv_nsec
            )
        }

        static func path(of display: String) -> String { "/tmp/.X11-unix/X\(display.dropFirst())" }
    }

    /// It is written once it listens.
    private static func awaitNumber(
        from descriptor: Int32, _ process: pid_t, _ compositor: HeadlessCompositor
    ) -> Int? {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let deadline = ContinuousTime.now + patience
        var text = ""
        while ContinuousTime.now < deadline {
            var bytes = [UInt8](repeating: 0, count: 32)
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
            if text.hasSuffix("\n") { return Int(text.dropLast()) }
            // It ends, or has closed it.
            if count == 0 { return nil }
            compositor.dispatch(timeout: 5)
        }
        return nil
    }

    /// A file without a name.
    private static func makeJournal(in folder: String) throws(Failure) -> Int32 {
        var template = Array("\(folder)/xwayland-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw Failure(description: "\(folder): \(String(cString: strerror(errno)))") }
        unlink(template)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return file
    }

    private static func lastWords(in journal: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let size = lseek(journal, 0, SEEK_END)
        let count = pread(journal, &bytes, bytes.count, max(0, size - bytes.count))
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
            .last { !$0.allSatisfy(\.isWhitespace) }.map { VisibleText.singleLine(String($0)) }
    }

    /// Both ends of the three lines to it: the display's, the manager's, and that by which it tells its number.
    private struct Ends {
        private var server: Int32 = -1
        private var manager: Int32 = -1
        private(set) var display: Int32 = -1
        /// In the order of the three.
        private(set) var child: [Int32] = []

        init() throws(Failure) {
            server = try addPair()
            manager = try addPair()
            var ends: [Int32] = [-1, -1]
            guard dray_pipe(&ends) == 0 else { throw failure() }
            display = ends[0]
            child.append(ends[1])
        }

        /// What they are in the child: none is another one's own.
        var numbersForChild: [Int32] { Array((3...).lazy.filter { [child] in !child.contains($0) }.prefix(3)) }

        mutating func takeServer() -> Int32 { Self.take(&server) }
        mutating func takeManager() -> Int32 { Self.take(&manager) }

        mutating func closeChild() {
            for end in child { Glibc.close(end) }
            child = []
        }

        mutating func close() {
            closeChild()
            for end in [server, manager, display] where end >= 0 { Glibc.close(end) }
            (server, manager, display) = (-1, -1, -1)
        }

        private mutating func addPair() throws(Failure) -> Int32 {
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                throw failure()
            }
            child.append(ends[1])
            return ends[0]
        }

        private mutating func failure() -> Failure {
            let reason = String(cString: strerror(errno))
            close()
            return Failure(description: "no line to \(Xwayland.program): \(reason)")
        }

        private static func take(_ end: inout Int32) -> Int32 {
            defer { end = -1 }
            return end
        }
    }
}
