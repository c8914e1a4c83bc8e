// SPDX-License-Identifier: MIT

/// Walks through the steps before a run and reports steps that use a client or an output that is not present at that
/// point.
struct StepPresence {
    private let clients: [Client]
    private var diagnostics: [Diagnostic] = []
    private var states: [String: ClientState] = [:]
    private let outputs: Set<String>
    private var plugged: Set<String>
    /// The client that the previous step started.
    private var lastStarted: String?

    private enum ClientState {
        /// Not started yet; a later step starts it.
        case waiting
        case running, stopped
        /// Sent a signal that ends most programs, but not all.
        case ending
        case ended
    }

    static func check(_ steps: [Step], _ outputs: [Output], _ clients: [Client]) -> [Diagnostic] {
        var presence = StepPresence(steps, outputs, clients)
        for step in steps { presence.take(step) }
        return presence.diagnostics
    }

    private init(_ steps: [Step], _ outputs: [Output], _ clients: [Client]) {
        self.clients = clients
        self.outputs = Set(outputs.map(\.name))
        plugged = Set(outputs.filter(\.isPlugged).map(\.name))
        for step in steps {
            if case .start(let client) = step.action { states[client.value] = .waiting }
        }
    }

    private mutating func take(_ step: Step) {
        let justStarted = lastStarted
        lastStarted = nil
        switch step.action {
        case .start(let client):
            start(client, after: justStarted)
            lastStarted = client.value
        case .kill(let kill): take(kill)
        case .unplug(.output(let output)) where outputs.contains(output.value):
            if plugged.remove(output.value) == nil {
                report("the output `\(output.value)` is not plugged in here", output)
            }
        case .plug(.output(let output)) where outputs.contains(output.value):
            if !plugged.insert(output.value).inserted {
                report("the output `\(output.value)` is already plugged in", output)
            }
        case .wait(let wait):
            switch wait.condition {
            case .windows(let names): for name in names { expect(name) }
            case .new(let new):
                guard states[new.client.value] == .waiting else { return }
                report("`\(new.client.value)` is not started yet", new.client)
            case .output, .event, .sight, .still, .quiet, .time, .real: break
            }
        // References to undeclared outputs are reported separately.
        case .pointer, .drag, .select, .menu, .touch, .pen, .key, .picture, .expect, .unplug, .plug, .say: break
        }
    }

    private mutating func start(_ client: Located<String>, after justStarted: String?) {
        switch states[client.value] {
        case .waiting, .ending, .ended: states[client.value] = .running
        // The client may have exited in the meantime, which only the run can detect.
        case .running where justStarted != client.value: break
        case .running, .stopped, nil: report("`\(client.value)` is started already", client)
        }
    }

    private mutating func take(_ kill: Kill) {
        let state = states[kill.client.value] ?? .running
        switch (state, kill.signal) {
        case (.waiting, _): report("`\(kill.client.value)` is not started yet", kill.client)
        case (.ended, _): report("`\(kill.client.value)` has ended already", kill.client)
        case (.running, .stop), (.ending, .stop): states[kill.client.value] = .stopped
        case (.stopped, .continue): states[kill.client.value] = .running
        case (.stopped, .kill), (.running, .kill), (.ending, .kill): states[kill.client.value] = .ended
        case (.stopped, .stop): report("`\(kill.client.value)` is stopped already", kill.client)
        case (.running, .continue), (.ending, .continue):
            report("`\(kill.client.value)` is not stopped here", kill.client)
        case (.stopped, _): report("`\(kill.client.value)` is stopped: `CONT` must come first, or `KILL`", kill.client)
        case (.running, _), (.ending, _): states[kill.client.value] = .ending
        }
    }

    private mutating func expect(_ window: Located<String>) {
        let owner = clients.first { $0.windows.contains { $0.name.value == window.value } }
        guard let owner, states[owner.name.value] == .waiting else { return }
        report("the client of `\(window.value)`, `\(owner.name.value)`, is not started yet", window)
    }

    private mutating func report(_ message: String, _ name: Located<String>) {
        diagnostics.append(Diagnostic(message, at: name.location, length: name.value.unicodeScalars.count))
    }
}
