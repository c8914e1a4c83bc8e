// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import WaylandServer

/// Listens for commands on a socket: a line each, answered in order.
///
/// An answer is any number of lines that begin with `= `, then one line: `ok`, or `error` and the reason.
final class ControlServer {
    let path: String

    private let descriptor: Int32
    private let loop: EventLoop
    private let perform: (ControlCommand, @escaping (Answer) -> Void) -> Void
    private var source: DescriptorSource?
    private var connections: [Int32: Connection] = [:]

    /// What a command led to.
    enum Answer {
        case done([String])
        case failed(String)
    }

    /// One who is connected.
    private final class Connection {
        var buffer: [UInt8] = []
        var waiting: [String] = []
        var isBusy = false
        var source: DescriptorSource?
    }

    /// A line that is longer is no command.
    private static let lineLimit = 65_536
    private static let connectionLimit = 32

    /// - Parameter perform: carries a command out and answers, at once or later.
    init(
        at path: String, loop: EventLoop, perform: @escaping (ControlCommand, @escaping (Answer) -> Void) -> Void
    ) throws(LocalSocket.Failure) {
        self.path = path
        self.loop = loop
        self.perform = perform
        descriptor = try LocalSocket.listen(at: path)
        source = loop.watch(descriptor, for: .readable) { [weak self] _ in self?.accept() }
    }

    deinit {
        source = nil
        close(descriptor)
        for (connection, state) in connections {
            state.source = nil
            close(connection)
        }
        try? LocalSocket.removeSocket(at: path)
    }

    private func accept() {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        guard connections.count < Self.connectionLimit else {
            close(connection)
            return
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        let state = Connection()
        connections[connection] = state
        state.source = loop.watch(connection, for: .readable) { [weak self] _ in self?.read(connection) }
    }

    private func read(_ connection: Int32) {
        guard let state = connections[connection] else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(connection, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return drop(connection) }
        state.buffer += bytes[..<count]
        while let end = state.buffer.firstIndex(of: UInt8(ascii: "\n")) {
            state.waiting.append(String(decoding: state.buffer[..<end], as: UTF8.self))
            state.buffer.removeFirst(end + 1)
        }
        guard state.buffer.count <= Self.lineLimit, state.waiting.count <= 10_000 else {
            send(.failed("too long a line, or too many of them"), to: connection)
            return drop(connection)
        }
        serve(connection)
    }

    /// Carries out the next line of a connection, unless one is under way.
    private func serve(_ connection: Int32) {
        guard let state = connections[connection], !state.isBusy, !state.waiting.isEmpty else { return }
        let line = state.waiting.removeFirst()
        state.isBusy = true
        let answer: (Answer) -> Void = { [weak self, weak state] answer in
            // The number may be another connection's by now.
            guard let self, let state, self.connections[connection] === state else { return }
            self.send(answer, to: connection)
            state.isBusy = false
            self.serve(connection)
        }
        do throws(ControlMistake) {
            perform(try ControlCommand(line: line), answer)
        } catch {
            answer(.failed(error.description))
        }
    }

    private func send(_ answer: Answer, to connection: Int32) {
        let text =
            switch answer {
            case .done(let lines): lines.map { "= \(VisibleText.singleLine($0))\n" }.joined() + "ok\n"
            case .failed(let reason): "error \(VisibleText.singleLine(reason))\n"
            }
        let bytes = Array(text.utf8)
        // Answers are small; whoever does not read them is not served any more.
        if Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count { drop(connection) }
    }

    private func drop(_ connection: Int32) {
        guard let state = connections.removeValue(forKey: connection) else { return }
        state.source = nil
        close(connection)
    }
}
