// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Replaces the socket of a running compositor by the proxy's: the compositor's socket is renamed, the proxy's takes
/// its name, and both are restored at the end, however the proxy ends.
///
/// The exchange is atomic, so that clients always find a socket. Existing connections are not affected.
package final class SocketTakeover {
    /// The path at which clients connect to the compositor.
    package let path: String
    /// The temporary path of the compositor's socket.
    package var upstream: String { path + Self.suffix }
    /// The proxy's listening socket at ``path``.
    package let listener: Int32

    /// Identifies the proxy's socket file. Another file at the same path is not the proxy's.
    private let identity: FileIdentity
    private let isAlive: (String) -> Bool
    private var guardian: (process: pid_t, pipe: Int32)?

    private static let suffix = "-dray"

    private struct FileIdentity: Equatable {
        let device: dev_t
        let file: ino_t

        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            device = status.st_dev
            file = status.st_ino
        }
    }

    /// Replaces the socket. If a proxy has died without restoring it, the socket is restored first.
    /// - Parameters:
    ///   - path: the compositor's socket.
    ///   - connect: connects to a path.
    ///   - listen: creates a listening socket at a path.
    package init(
        of path: String, connect: @escaping (String) throws -> Int32, listen: (String) throws -> Int32
    ) throws {
        self.path = path
        func isAlive(_ path: String) -> Bool {
            guard let socket = try? connect(path) else { return false }
            close(socket)
            return true
        }
        let upstream = path + Self.suffix
        if isAlive(upstream) {
            guard !isAlive(path) else { throw ProxyFailure("\(path): another proxy is already running") }
            guard rename(upstream, path) == 0 else { throw ProxyFailure(doing: path) }
        }
        guard isAlive(path) else { throw ProxyFailure("\(path): no compositor listens there") }
        listener = try listen(upstream)
        guard let identity = FileIdentity(of: upstream) else { throw ProxyFailure(doing: upstream) }
        self.identity = identity
        self.isAlive = isAlive
        guard dray_exchange(upstream, path) == 0 else {
            let failure = ProxyFailure(doing: "\(path) cannot be exchanged with \(upstream)")
            unlink(upstream)
            throw failure
        }
        guardian = Self.startGuardian { Self.giveBack(path, identity, isAlive: isAlive) }
        if guardian == nil {
            let failure = ProxyFailure(doing: "no process to restore \(path)")
            Self.giveBack(path, identity, isAlive: isAlive)
            throw failure
        }
    }

    /// Restores the compositor's socket, or removes it if the compositor has exited.
    package func end() {
        guard let (process, pipe) = guardian else { return }
        guardian = nil
        // The guardian restores the socket when this end of the pipe is closed, as after a kill.
        close(pipe)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The guardian may have been killed.
        Self.giveBack(path, identity, isAlive: isAlive)
    }

    private static func giveBack(_ path: String, _ identity: FileIdentity, isAlive: (String) -> Bool) {
        let upstream = path + suffix
        // The path may now be the socket of a compositor that was started since, which must not be removed.
        let isOurs = FileIdentity(of: path) == identity
        if isAlive(upstream) {
            if isOurs || FileIdentity(of: path) == nil { rename(upstream, path) }
        } else {
            unlink(upstream)
            if isOurs { unlink(path) }
        }
    }

    /// Starts a process that waits for the end of this one, however it ends, and then calls `finish`.
    private static func startGuardian(then finish: () -> Void) -> (process: pid_t, pipe: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = dray_fork()
        guard process == 0 else {
            close(ends[0])
            if process < 0 { close(ends[1]) }
            return process > 0 ? (process, ends[1]) : nil
        }
        // Signals that end the proxy's session must not end the guardian first.
        setsid()
        for signal in [SIGINT, SIGTERM, SIGHUP] { Glibc.signal(signal, SIG_IGN) }
        _ = dray_name_process("dray:guardian")
        dup2(ends[0], 3)
        _ = dray_close_range(4, .max)
        var byte: UInt8 = 0
        while read(3, &byte, 1) < 0, errno == EINTR {}
        finish()
        _exit(0)
    }
}
