// SPDX-License-Identifier: MIT

public import Glibc
import TestTimeout
public import XCB

/// An X server of the test's own, without a screen that anybody sees: Debian's Xvfb.
public final class XServer {
    /// As `DISPLAY` says it.
    public let display: String
    public let processID: pid_t
    private var isUp = true

    public struct Failure: Error {
        public var text: String
    }

    /// Starts it, and waits until it says that it is ready.
    public init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(text: "no pipe") }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 33)
        let words = [
            "Xvfb", "-displayfd", "33", "-screen", "0", "1000x800x24", "-nolisten", "tcp", "-noreset", "-ac",
        ]
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var processID: pid_t = 0
        let failure = posix_spawnp(&processID, "Xvfb", &actions, nil, &argv, environ)
        close(ends[1])
        guard failure == 0 else { throw Failure(text: "Xvfb cannot be started (\(failure)); is Debian's xvfb there?") }
        self.processID = processID
        var name = ""
        var byte: UInt8 = 0
        var readable = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        while poll(&readable, 1, 30_000) == 1, read(ends[0], &byte, 1) == 1, byte != 10 {
            name.unicodeScalars.append(Unicode.Scalar(byte))
        }
        guard !name.isEmpty else {
            Glibc.kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw Failure(text: "Xvfb has not come up")
        }
        display = ":\(name)"
    }

    deinit {
        kill()
    }

    /// Ends it as a crash would.
    public func kill() {
        guard isUp else { return }
        isUp = false
        Glibc.kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
    }

    public func connect() throws -> XConnection { try XConnection(display: display) }
}

/// Serves several connections of one thread until something has come true.
/// - Returns: whether it has, within some seconds.
@discardableResult
public func serve(
    _ clients: [(connection: XConnection, handle: (XEvent) -> Void)], seconds: Double = 20,
    until isDone: () -> Bool
) -> Bool {
    let end = now() + seconds * timeoutFactor
    while true {
        for client in clients { client.connection.dispatch(client.handle) }
        if isDone() { return true }
        let left = end - now()
        guard left > 0 else { return false }
        var descriptors = clients.map { pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0) }
        // One client's answer may have been read while another was served; the next turn finds it.
        poll(&descriptors, nfds_t(descriptors.count), Int32(min(left, 0.02) * 1000))
    }
}

private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
