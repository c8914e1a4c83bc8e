// SPDX-License-Identifier: MIT

import Glibc
import HeadlessDesktop
import Testing
import WaylandServer

/// A real program that is a client of a compositor, and its output.
///
/// It is started with one end of a socket pair as `WAYLAND_SOCKET`, so that it needs no socket name that others could
/// use.
final class ToolkitProcess {
    let compositor: HeadlessCompositor
    private(set) var lines: [String] = []

    private let processID: pid_t
    /// The program's home folder.
    private let folder: TemporaryFolder
    private let output: Int32
    private var source: DescriptorSource?
    private var unfinished = ""

    struct CannotStart: Error {
        var reason: String
    }

    init(_ script: String, in compositor: HeadlessCompositor) throws {
        self.compositor = compositor
        var sockets: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
            throw CannotStart(reason: String(cString: strerror(errno)))
        }
        try compositor.display.addClient(owning: sockets[0])
        var pipes: [Int32] = [0, 0]
        guard pipe(&pipes) == 0 else { throw CannotStart(reason: String(cString: strerror(errno))) }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = pipes[0]
        defer {
            close(sockets[1])
            close(pipes[1])
        }
        folder = try TemporaryFolder()
        processID = try Self.spawn(script, in: folder, socket: sockets[1], output: pipes[1])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        source = compositor.display.eventLoop.watch(output, for: .readable) { [unowned self] _ in read() }
    }

    deinit {
        source = nil
        kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
        close(output)
    }

    /// Serves the compositor, and advances its clock, until `condition` holds.
    /// - Returns: false if it does not hold within this number of seconds.
    func wait(seconds: Int = 20, _ condition: () -> Bool) -> Bool {
        var isLate = false
        let deadline = compositor.display.eventLoop.makeTimer { isLate = true }
        deadline?.arm(milliseconds: Int32(seconds * 1000))
        compositor.startFrames()
        defer { compositor.stopFrames() }
        while !isLate {
            if condition() { return true }
            compositor.dispatch(timeout: -1)
        }
        return condition()
    }

    func says(_ line: String) -> Bool { wait { lines.contains(line) } }

    private static func spawn(
        _ script: String, in folder: borrowing TemporaryFolder, socket: Int32, output: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // dup2 clears close-on-exec.
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, socket, 33)
        var environment = [
            "PATH=/usr/bin:/bin", "WAYLAND_SOCKET=33", "GDK_BACKEND=wayland", "GSK_RENDERER=cairo",
            "QT_QPA_PLATFORM=wayland", "LANG=C.UTF-8", "GTK_A11Y=none", "NO_AT_BRIDGE=1", "GSETTINGS_BACKEND=memory",
            "GTK_IM_MODULE=gtk-im-context-simple", "QT_IM_MODULE=none", "PYTHONDONTWRITEBYTECODE=1",
        ]
        environment += ["HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)"]
        let arguments = ["/usr/bin/python3", script]
        var processID: pid_t = 0
        let status = withCStrings(arguments) { argv in
            withCStrings(environment) { envp in
                posix_spawn(&processID, "/usr/bin/python3", &actions, nil, argv, envp)
            }
        }
        guard status == 0 else { throw CannotStart(reason: String(cString: strerror(status))) }
        return processID
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(output, &bytes, bytes.count)
        guard count > 0 else {
            if count == 0 { source = nil }
            return
        }
        unfinished += String(decoding: bytes.prefix(count), as: UTF8.self)
        while let end = unfinished.firstIndex(of: "\n") {
            lines.append(String(unfinished[..<end]))
            unfinished = String(unfinished[unfinished.index(after: end)...])
        }
    }
}
