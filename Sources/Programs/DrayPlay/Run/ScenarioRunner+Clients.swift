// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayReport
import DrayScenario
import Glibc
import HeadlessDesktop
import WaylandServer

// The scenario's applications: start, output, and detection of unexpected exits.

extension ScenarioRunner {
    func openForClients() throws {
        try home.make(scenario.setup)
        try home.addSettings(of: scenario)
        files.begin(scenario.comparedPaths)
        session = try ClientSession(scenario, home: home.path, compositor)
        if let note = session?.note { record(.note(.init(text: note))) }
        try session?.startXwayland(host, seat: seat) { [weak self] in self?.record(.note(.init(text: $0))) }
        session?.serve(host.engine, scenario)
    }

    /// Starts a client, and discards the state and output of an earlier instance.
    func start(_ client: Client) throws {
        guard let session else { return }
        let name = client.name.value
        gone.remove(name)
        endedOnPurpose.remove(name)
        lastLines[name] = nil
        wholeEnds[name] = nil
        conversation.forgetBreach(of: name)
        clients[name] = try ClientProcess(
            name: name, command: client.command,
            environment: session.environment(of: client),
            directory: client.directory ?? scenario.directory, loop: compositor.display.eventLoop
        ) { [weak self] stream, line in
            self?.unrecorded.append(.init(client: name, stream: .init(stream), text: line))
            if !line.isEmpty { self?.lastLines[name, default: [:]][stream] = line }
        }
        record(.client(.init(client: name, change: .started(pid: nil))))
    }

    /// Records the output of clients, at times when they are idle and grouped by client, so that two runs record it at
    /// the same positions.
    func recordOutput() {
        recordTransfers()
        for name in clientNames { clients[name]?.readOutput() }
        guard !unrecorded.isEmpty else { return }
        let lines = unrecorded
        unrecorded = []
        for name in clientNames {
            for line in lines where line.client == name { record(.output(line)) }
        }
    }

    /// Records transfers at the same times, for the same reason.
    private func recordTransfers() {
        for event in transferLog.takeEnded() { record(event) }
    }

    private var clientNames: [String] { scenario.clients.map(\.name.value) }

    /// Detects clients that have ended, and throws if that was not expected.
    func checkClients() throws {
        if let stop { throw stop }
        for name in clientNames where !gone.contains(name) {
            guard let client = clients[name] else { continue }
            client.reap()
            switch client.state {
            case .running: continue
            case .exited(let status):
                gone.insert(name)
                recordOutput()
                record(.client(.init(client: name, change: .exited(status: status))))
                if status == 0 || mayEnd(name) { continue }
                throw Problem(text: "\(name) ended with status \(status)\(lastWords(of: name))")
            case .killed(let signal):
                gone.insert(name)
                recordOutput()
                record(.client(.init(client: name, change: .killed(signal: signal))))
                if mayEnd(name) { continue }
                throw Problem(
                    text: "\(name) was killed by \(Kill.Signal.name(of: signal))\(lastWords(of: name))")
            }
        }
        // Some programs keep running after a protocol error.
        for (name, breach) in conversation.breaches where !mayEnd(name) {
            throw Problem(text: "\(name) broke the protocol: \(breach.words)")
        }
    }

    private func mayEnd(_ name: String) -> Bool {
        endedOnPurpose.contains(name) || stepIndex <= lastExpectedEnds[name] ?? -1
    }

    /// Whether a client has ended.
    func isGone(_ name: String) -> Bool { gone.contains(name) }

    /// Details about a client for error messages: its protocol error, and the last line of each of its output streams.
    func lastWords(of name: String) -> String {
        let streams: [(ClientStream, String)] = [
            (.standardError, "standard error"), (.standardOutput, "standard output"),
        ]
        let lines = streams.compactMap { stream, words in
            lastLines[name]?[stream].map { (text: VisibleText.shortened($0, to: 300), stream: words) }
        }
        let said = lines.map { lines.count > 1 ? "\($0.text) (\($0.stream))" : $0.text }.joined(separator: ", ")
        return (conversation.breaches[name].map { "; it broke the protocol: \($0.words)" } ?? "")
            + (said.isEmpty ? "" : "; its last output: \(said)")
    }

    /// The scenario's name of a client; descendant processes count as the client itself.
    func name(of client: UInt64, _ process: Int32) -> String {
        if let name = names[client] { return name }
        // Connected by a socket pair created by this process.
        if process == getpid(), scenario.session.hasXwayland { return Xwayland.program }
        let group = getpgid(process)
        let name =
            clients.first { $0.value.processID == group }?.key
            ?? ProcessTree.variable(ClientProcess.nameVariable, of: process) ?? "process \(process)"
        names[client] = name
        return name
    }

    /// The scenario's name of the client that owns a window.
    func client(of window: Located<String>) -> String {
        scenario.client(ofWindow: window.value)?.name.value ?? ""
    }
}
