// SPDX-License-Identifier: MIT

public import Glibc
import TestTimeout
public import XCB

/// A private X server without a screen: Xvfb.
public final class XServer {
    /// The value for `DISPLAY`.
    public let display: String
    public let processID: pid_t
    private var isUp = true

    public struct Failure: Error {
        public var text: String
    }

    /// Starts a server and waits until it is ready.
    public init() throws {
        var started = try Self.start()
        // A server exits if another one takes its display number.
        for _ in 0..<10 where started.number.isEmpty { started = try Self.start() }
        guard !started.number.isEmpty else { throw Failure(text: "Xvfb does not start") }
        processID = started.processID
        display = ":\(started.number)"
    }

    /// The process, and the display number that it writes when it is ready; empty if it has exited.
    private static func start() throws -> (processID: pid_t, number: String) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(text: "pipe") }
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
        guard failure == 0 else { throw Failure(text: "Xvfb cannot be started (\(failure)); is xvfb installed?") }
        var number = ""
        var byte: UInt8 = 0
        var readable = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        while poll(&readable, 1, 30_000) == 1, read(ends[0], &byte, 1) == 1, byte != 10 {
            number.unicodeScalars.append(Unicode.Scalar(byte))
        }
        if number.isEmpty {
            Glibc.kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        return (processID, number)
    }

    deinit {
        kill()
    }

    /// Kills the server, as in a crash.
    public func kill() {
        guard isUp else { return }
        isUp = false
        Glibc.kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
    }

    public func connect() throws -> XConnection { try XConnection(display: display) }
}

/// Serves several connections on one thread until a condition holds.
/// - Returns: whether it holds within some seconds.
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
        // An answer of one client may have been read while another was served; the next iteration handles it.
        poll(&descriptors, nfds_t(descriptors.count), Int32(min(left, 0.02) * 1000))
    }
}

private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
