// SPDX-License-Identifier: MIT

import CPeer
import DrayCore
import Glibc
import WaylandServer

/// Listens for commands on a socket: a line each, answered in order.
///
/// An answer is any number of lines that begin with `= `, then one line: `ok`, or `error` and the reason. A line that is a
/// JSON object is answered with one, and who says `listen` in one is told what happens (``ControlWire``).
///
/// A command can start any program, so only programs of the same user that are in no sandbox are served. Others get one line,
/// `error` and the reason, and are disconnected. A process can enter a sandbox later: each command asks again.
final class ControlServer {
    let path: String

    private let descriptor: Int32
    private let loop: EventLoop
    private let perform: (ControlCommand, @escaping (ControlAnswer) -> Void) -> Void
    private var source: DescriptorSource?
    private var connections: [Int32: Connection] = [:]

    /// One who is connected.
    private final class Connection {
        let process: dray_process
        var buffer: [UInt8] = []
        var waiting: [String] = []
        var isBusy = false
        /// Whether it is told what happens.
        var listens = false
        var source: DescriptorSource?
        /// What could not be sent yet.
        var outgoing: [UInt8] = []
        var writability: DescriptorSource?

        init(_ process: dray_process) { self.process = process }
    }

    /// A line that is longer is no command.
    private static let lineLimit = 65_536
    private static let connectionLimit = 32
    /// Whoever leaves so much unread is not served any more.
    private static let outgoingLimit = 4 << 20

    /// - Parameter perform: carries a command out and answers, at once or later.
    init(
        at path: String, loop: EventLoop, perform: @escaping (ControlCommand, @escaping (ControlAnswer) -> Void) -> Void
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
            state.writability = nil
            close(connection)
        }
        try? LocalSocket.removeSocket(at: path)
    }

    /// Whether anybody is told what happens.
    var isListenedTo: Bool { connections.values.contains { $0.listens } }

    /// Tells those who listen.
    func tell(_ event: ControlEvent) {
        let listeners = connections.filter { $0.value.listens }.keys
        guard !listeners.isEmpty else { return }
        let line = ControlWire.line(event)
        for connection in listeners { send(line, to: connection) }
    }

    private func accept() {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        let process = dray_identify_peer(connection)
        if let reason = Self.refusal(of: process, at: connection) {
            let line = Self.text(.failed(reason))
            _ = Glibc.send(connection, line, line.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(connection)
            return
        }
        guard connections.count < Self.connectionLimit else {
            close(connection)
            return
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        let state = Connection(process)
        connections[connection] = state
        state.source = loop.watch(connection, for: .readable) { [weak self] _ in self?.read(connection) }
    }

    /// Why a process may not drive this session; nil if it may.
    private static func refusal(of process: dray_process, at connection: Int32) -> String? {
        dray_refuse_driver(connection, process).map { String(cString: $0) }
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
            send(Self.text(.failed("too long a line, or too many of them")), to: connection)
            return drop(connection)
        }
        serve(connection)
    }

    /// Carries out the next line of a connection, unless one is under way.
    private func serve(_ connection: Int32) {
        guard let state = connections[connection], !state.isBusy, !state.waiting.isEmpty else { return }
        if let reason = Self.refusal(of: state.process, at: connection) {
            send(Self.text(.failed(reason)), to: connection)
            return drop(connection)
        }
        let line = state.waiting.removeFirst()
        state.isBusy = true
        let isJSON = ControlWire.isJSON(line)
        var id: Int?
        let answer: (ControlAnswer) -> Void = { [weak self, weak state] answer in
            // The number may be another connection's by now.
            guard let self, let state, self.connections[connection] === state else { return }
            self.send(isJSON ? ControlWire.line(answer, id: id) : Self.text(answer), to: connection)
            state.isBusy = false
            self.serve(connection)
        }
        do throws(ControlMistake) {
            let command: ControlCommand
            if isJSON {
                let request: ControlWire.Request
                do throws(ControlMistake) { request = try ControlWire.request(line) } catch {
                    // Whoever asked wrongly is to know which of its lines that was.
                    id = ControlWire.id(of: line)
                    throw error
                }
                id = request.id
                command = try ControlWire.command(request)
            } else {
                command = try ControlCommand(line: line)
            }
            if command == .listen {
                guard isJSON else {
                    throw ControlMistake(description: #"listen: ask for it in JSON: {"command": ["listen"]}"#)
                }
                state.listens = true
            }
            perform(command, answer)
        } catch {
            answer(.failed(error.description))
        }
    }

    private static func text(_ answer: ControlAnswer) -> String {
        switch answer {
        case .done(let lines, _): lines.map { "= \(VisibleText.singleLine($0))\n" }.joined() + "ok\n"
        case .failed(let reason): "error \(VisibleText.singleLine(reason))\n"
        }
    }

    private func send(_ text: String, to connection: Int32) {
        guard let state = connections[connection] else { return }
        state.outgoing += Array(text.utf8)
        guard state.outgoing.count <= Self.outgoingLimit else { return drop(connection) }
        if state.writability == nil { flush(connection) }
    }

    /// Sends what can be sent, and goes on when there is room again.
    private func flush(_ connection: Int32) {
        guard let state = connections[connection] else { return }
        while !state.outgoing.isEmpty {
            let count = Glibc.send(connection, state.outgoing, state.outgoing.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                guard state.writability == nil else { return }
                state.writability = loop.watch(connection, for: .writable) { [weak self] _ in self?.flush(connection) }
                return
            }
            guard count > 0 else { return drop(connection) }
            state.outgoing.removeFirst(count)
        }
        state.writability = nil
    }

    private func drop(_ connection: Int32) {
        guard let state = connections.removeValue(forKey: connection) else { return }
        state.source = nil
        state.writability = nil
        close(connection)
    }
}
