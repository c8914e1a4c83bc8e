// SPDX-License-Identifier: MIT

import CPeer
import DrayCore
import Glibc
import WaylandServer

/// Serves commands on a socket: one per line, answered in order.
///
/// An answer consists of any number of lines that begin with `= `, followed by one line: `ok`, or `error` and the
/// reason. A line that is a JSON object is answered with one; a connection that sends `listen` in JSON receives events
/// (``ControlWire``).
///
/// A command can start any program, so only unsandboxed programs of the same user are served. Others receive one line,
/// `error` and the reason, and are disconnected. A process can enter a sandbox later, so this is checked for each
/// command.
final class ControlServer {
    let path: String

    private let descriptor: Int32
    private let loop: EventLoop
    private let perform: (ControlCommand, @escaping (ControlAnswer) -> Void) -> Void
    private var source: DescriptorSource?
    private var connections: [Int32: Connection] = [:]

    /// A connected client.
    private final class Connection {
        let process: dray_process
        var buffer: [UInt8] = []
        var waiting: [String] = []
        var isBusy = false
        /// Whether it receives events.
        var listens = false
        var source: DescriptorSource?
        /// The data that could not be sent yet.
        var outgoing: [UInt8] = []
        var writability: DescriptorSource?

        init(_ process: dray_process) { self.process = process }
    }

    /// The maximum length of a line, in bytes.
    private static let lineLimit = 65_536
    private static let connectionLimit = 32
    /// The maximum amount of unread output, in bytes; a connection that exceeds it is closed.
    private static let outgoingLimit = 4 << 20

    /// - Parameter perform: Performs a command and calls the closure with its answer, immediately or later.
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

    /// Whether a connection listens to events.
    var isListenedTo: Bool { connections.values.contains { $0.listens } }

    /// Sends an event to the listeners.
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

    /// The reason why a process may not control this session; nil if it may.
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
            send(Self.text(.failed("a line is too long, or there are too many lines")), to: connection)
            return drop(connection)
        }
        serve(connection)
    }

    /// Performs the next command of a connection, unless one is in progress.
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
            // The descriptor may belong to another connection by now.
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
                    // The error carries the ID of the invalid line.
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
                    throw ControlMistake(description: #"listen: only available in JSON: {"command": ["listen"]}"#)
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

    /// Sends pending data, and waits for the socket to become writable if data remains.
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
