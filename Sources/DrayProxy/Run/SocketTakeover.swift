// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Puts a proxy in the place of a running compositor: its socket gets another name, the proxy's takes that name, and both
/// change back at the end, whatever the end is.
///
/// The exchange is one step of the kernel: no client finds the name missing. What is connected stays connected.
package final class SocketTakeover {
    /// Where clients look for the compositor.
    package let path: String
    /// Where the compositor is meanwhile.
    package var upstream: String { path + Self.suffix }
    /// The proxy's socket, which listens at ``path``.
    package let listener: Int32

    /// Of the socket file that is the proxy's: another one at the same place is somebody else's.
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

    /// Takes the place over. A proxy that died without giving it back is mended.
    /// - Parameters:
    ///   - path: the compositor's socket.
    ///   - connect: makes a connection to a path.
    ///   - listen: makes a socket that listens at a path.
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
            guard !isAlive(path) else { throw ProxyFailure("\(path): a proxy is there already") }
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
            let failure = ProxyFailure(doing: "no process to give \(path) back")
            Self.giveBack(path, identity, isAlive: isAlive)
            throw failure
        }
    }

    /// Gives the place back. A compositor that is gone leaves nothing behind.
    package func end() {
        guard let (process, pipe) = guardian else { return }
        guardian = nil
        // The guardian does it when this end of the pipe is closed, as it would after a kill.
        close(pipe)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // It may have been killed.
        Self.giveBack(path, identity, isAlive: isAlive)
    }

    private static func giveBack(_ path: String, _ identity: FileIdentity, isAlive: (String) -> Bool) {
        let upstream = path + suffix
        // What lies at the path now may be a compositor that was started since: that is nobody's to remove.
        let isOurs = FileIdentity(of: path) == identity
        if isAlive(upstream) {
            if isOurs || FileIdentity(of: path) == nil { rename(upstream, path) }
        } else {
            unlink(upstream)
            if isOurs { unlink(path) }
        }
    }

    /// A process that waits for the end of this one, however it comes, and then does something.
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
        // What ends the proxy is not to end this one before it has done its part.
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
