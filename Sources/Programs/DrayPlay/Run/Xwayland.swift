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

/// An X server of the run, for X11 programs: Xwayland, whose windows the compositor shows.
///
/// Its display is accessible only to programs of the same user. All its files are removed when it ends, however it
/// ends.
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
    /// The timeout for its start.
    private static let startTimeout = Duration.seconds(20)
    /// The timeout for a regular exit, during which it cleans up.
    private static let exitTimeout = Duration.seconds(2)

    /// Starts the server, and waits until it accepts X clients.
    /// - Parameters:
    ///   - environment: The environment of processes that belong to no client.
    ///   - folder: The folder for its log, which is only shown on failure.
    ///   - whenGone: Called once with a description if the server exits unexpectedly.
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
            throw Failure(description: "\(Self.program) does not accept the window manager's connection: \(error)")
        }
        let deadline = ContinuousTime.now + Self.startTimeout
        while !desktop.isReady, desktop.fault == nil, ContinuousTime.now < deadline {
            compositor.dispatch(timeout: 20)
        }
        guard desktop.isReady else {
            let fault = desktop.fault
            end()
            throw Failure(description: "X clients cannot connect: \(fault ?? "\(Self.program) does not answer")")
        }
        desktop.whenGone = { [weak self] in
            guard let self, !isEnded else { return }
            // The loop calls this handler, so it must not be dispatched here: libwayland would free sources whose
            // events it has yet to deliver. A server that has closed its connection needs no time to end.
            close { Self.kill($0) }
            whenGone("\(Self.program) has ended, with all windows of X11 programs")
        }
    }

    deinit {
        end()
    }

    /// Ends the server with all X clients, and removes its files. Must not be called by a handler of the event loop,
    /// which is dispatched until the server has exited.
    func end() {
        close { Self.end($0, compositor) }
    }

    // MARK: Details

    private func close(ending endServer: (pid_t) -> Void) {
        guard !isEnded else { return }
        isEnded = true
        desktop.close()
        endServer(processID)
        Self.tidyUp(socket, of: display)
    }

    private static func kill(_ process: pid_t) {
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    private static func end(_ process: pid_t, _ compositor: HeadlessCompositor) {
        Glibc.kill(process, SIGTERM)
        Glibc.kill(process, SIGCONT)
        let deadline = ContinuousTime.now + exitTimeout
        while waitpid(process, nil, WNOHANG) == 0 {
            guard ContinuousTime.now < deadline else { return kill(process) }
            compositor.dispatch(timeout: 2)
        }
    }

    /// A killed server leaves its socket, which another server may have replaced in the meantime.
    private static func tidyUp(_ socket: SocketFile?, of display: String) {
        if let socket, socket == SocketFile(of: display) { unlink(SocketFile.path(of: display)) }
    }

    /// The identity of a socket file, as opposed to another file of the same name.
    private struct SocketFile: Equatable {
        private let number: UInt64
        private let seconds: Int
        private let nanoseconds: Int

        /// Returns nil if the file does not exist.
        init?(of display: String) {
            var status = stat()
            guard lstat(Self.path(of: display), &status) == 0 else { return nil }
            (number, seconds, nanoseconds) = (
                UInt64(status.st_ino), status.st_ctim.tv_sec, status.st_ctim.tv_nsec
            )
        }

        static func path(of display: String) -> String { "/tmp/.X11-unix/X\(display.dropFirst())" }
    }

    /// The display number, which the server writes once it is listening.
    private static func awaitNumber(
        from descriptor: Int32, _ process: pid_t, _ compositor: HeadlessCompositor
    ) -> Int? {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let deadline = ContinuousTime.now + startTimeout
        var text = ""
        while ContinuousTime.now < deadline {
            var bytes = [UInt8](repeating: 0, count: 32)
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
            if text.hasSuffix("\n") { return Int(text.dropLast()) }
            // The server exits, or has closed the descriptor.
            if count == 0 { return nil }
            compositor.dispatch(timeout: 5)
        }
        return nil
    }

    /// Creates an unlinked temporary file for the log.
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

    /// Both ends of the server's three channels: for Wayland, for the window manager, and for the display number.
    private struct Ends {
        private var server: Int32 = -1
        private var manager: Int32 = -1
        private(set) var display: Int32 = -1
        /// In the same order.
        private(set) var child: [Int32] = []

        init() throws(Failure) {
            server = try addPair()
            manager = try addPair()
            var ends: [Int32] = [-1, -1]
            guard dray_pipe(&ends) == 0 else { throw failure() }
            display = ends[0]
            child.append(ends[1])
        }

        /// The descriptor numbers in the child, which must not collide with each other.
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
            return Failure(description: "cannot create a socket for \(Xwayland.program): \(reason)")
        }

        private static func take(_ end: inout Int32) -> Int32 {
            defer { end = -1 }
            return end
        }
    }
}
