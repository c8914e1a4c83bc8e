// SPDX-License-Identifier: MIT

/// One run: a headless compositor, clients and the steps, with all parameters expanded.
///
/// A file with a matrix produces several scenarios.
package struct Scenario: Equatable, Sendable {
    package var name: String
    package var description: String?
    /// Tags that select groups of scenarios.
    package var tags: [String]
    /// The reason why the scenario is skipped on this machine; nil if it is not.
    package var skipReason: String?
    /// The entries for result tables; empty if the file declares none.
    package var shows: [Showing]
    /// The matrix values of this run, in the order of the matrix; empty without one.
    package var variant: [Binding]
    /// The absolute path of the file's folder, which is the clients' default working directory.
    package var directory: String
    /// Never empty.
    package var outputs: [Output]
    package var policy: Policy
    package var clock: Clock
    package var settings: Settings
    package var session: Session
    /// The files and folders created in the clients' home before the clients start, in order of creation.
    package var setup: [SetupItem]
    /// In the order of the file, which is also the order of starting, except for clients that a step starts.
    package var clients: [Client]
    package var steps: [Step]

    package init(
        name: String, description: String? = nil, tags: [String] = [], skipReason: String? = nil, shows: [Showing],
        variant: [Binding],
        directory: String, outputs: [Output], policy: Policy, clock: Clock = .virtual, settings: Settings,
        session: Session = Session(),
        setup: [SetupItem] = [], clients: [Client], steps: [Step]
    ) {
        self.name = name
        self.description = description
        self.tags = tags
        self.skipReason = skipReason
        self.shows = shows
        self.variant = variant
        self.directory = directory
        self.outputs = outputs
        self.policy = policy
        self.clock = clock
        self.settings = settings
        self.session = session
        self.setup = setup
        self.clients = clients
        self.steps = steps
    }

    /// The rules for drags (HIG-05).
    package enum Policy: String, CaseIterable, Sendable {
        case humanInterface = "human-interface"
        case wayland
    }

    /// The progress of time.
    package enum Clock: String, CaseIterable, Sendable {
        /// Time advances with the steps, never faster than clients perceive it; every frame waits for an answer from
        /// all clients.
        case virtual
        /// Time advances in real time, even if clients are slow.
        case real
    }

    /// The clients that a step starts; all others are started before the first step.
    package var lateClients: Set<String> {
        Set(
            steps.compactMap { step in
                if case .start(let client) = step.action { client.value } else { nil }
            })
    }

    /// The client with a name, which exists because references were checked.
    package func client(named name: String) -> Client? {
        clients.first { $0.name.value == name }
    }

    /// The client of a window that is named by the file or by a step.
    package func client(ofWindow name: String) -> Client? {
        if let (client, _) = window(named: name) { return client }
        for step in steps {
            guard case .wait(let wait) = step.action, case .new(let new) = wait.condition, new.name.value == name else {
                continue
            }
            return client(named: new.client.value)
        }
        return nil
    }

    /// The window with a name, and its client.
    package func window(named name: String) -> (client: Client, window: Client.Window)? {
        for client in clients {
            if let window = client.windows.first(where: { $0.name.value == name }) { return (client, window) }
        }
        return nil
    }
}

extension Scenario {
    static let shape = Shape<Scenario>.record { keys in
        let name = keys.required("name", "The name of the scenario, for display and reports.", .words)
        let description = keys.optional("description", "What it shows, in a sentence or two.", .text)
        let tags = keys.optional(
            "tags", "Tags that `dray run --tag` selects it by.", .list(of: Shape<String>.fileWord), default: [])
        // Read before the clients, whose programs need not exist if the condition does not hold.
        let condition = keys.optional(
            "if", "Requirements on the machine; the scenario is skipped where they are not met.", Condition.shape)
        if let reading = keys.reading { reading.skipReason = condition?.skipReason(in: reading.surroundings) }
        let shows = keys.optional(
            "shows", "An entry for `dray table`, or a list of entries.",
            .list(.list(of: Showing.shape), or: Showing.shape.map { [$0] }), default: [])
        _ = keys.optional(
            "parameters", "Values for `${name}`, with their defaults; `--set name=value` overrides one.",
            .declaredParameters)
        _ = keys.optional(
            "matrix",
            "Names with a list of values each, or a list of these: the scenario runs once for every combination.",
            .declaredMatrix)
        let outputs = keys.atMostOne([
            Case("output", "The only output.", Output.shape) { [$0] },
            Case("outputs", "Several outputs.", .list(of: Output.shape, minimum: 1)) { $0 },
        ])
        if let outputs, !outputs.isEmpty, !outputs.contains(where: \.isPlugged) {
            keys.reading?.report("no output is there from the beginning", at: outputs[0].location)
        }
        // The default output has a name as well.
        if outputs == nil { keys.reading?.declareUsualOutput() }
        let policy = keys.optional("policy", "The rules for drags.", Policy.word, default: .humanInterface)
        let clock = keys.optional(
            "clock", "`virtual` waits for every client in every frame; `real` waits for none.", Clock.word,
            default: .virtual)
        let settings = keys.optional(
            "settings", "The user's desktop settings.", Settings.shape, default: Settings())
        let session = keys.optional(
            "session", "The clients' session: D-Bus, accessibility, a portal, Xwayland.", Session.shape,
            default: Session())
        let setup = keys.optional(
            "setup", "Files and folders created in the clients' home before they start.", SetupItem.list, default: [])
        let clients = keys.optional(
            "clients", "The applications, by name.", Client.map, default: [])
        let steps = keys.required("steps", "The steps, in order.", Step.list)
        if session.hasPortal, let client = clients.first(where: { $0.name.value == Session.portalName }) {
            keys.reading?.report(
                "`\(Session.portalName)` is the name of the portal itself", key: client.name,
                help: "another name for this client")
        }
        if let name = keys.reading?.accessibleName, !session.isAccessible || session.bus != .one {
            keys.reading?.report(
                "finding `\(name.value)` requires AT-SPI", key: name,
                help: session.isAccessible
                    ? "AT-SPI requires one bus for all clients, not `bus: \(session.bus)`; two windows of one "
                        + "program may be one client"
                    : "`session: {accessibility: true}`, with one bus for all clients")
        }
        if let steps { keys.reading?.report(StepPresence.check(steps, outputs ?? [Output()], clients)) }
        guard let name, let steps else { return nil }
        return Scenario(
            name: name, description: description, tags: tags, skipReason: keys.reading?.skipReason, shows: shows,
            variant: [],
            directory: keys.reading?.surroundings.scenarioDirectory ?? "", outputs: outputs ?? [Output()],
            policy: policy, clock: clock, settings: settings, session: session, setup: setup, clients: clients,
            steps: steps)
    }

    /// The JSON Schema of a scenario file, generated from the declarations that also read it.
    package static var jsonSchema: JSON {
        shape.schema().document(
            title: "Dray scenario", about: "Drag and drop between applications, played by `dray run`.")
    }
}

extension Scenario.Policy {
    fileprivate static let word = Shape<Self>.word
}

extension Scenario.Clock {
    fileprivate static let word = Shape<Self>.word
}

extension Shape where Value == Void {
    /// Parameters are read before all other keys (`Parameters`); here they are only declared.
    static var declaredParameters: Shape {
        Shape(schema: { .map(.text(pattern: nil), keyPattern: Parameters.namePattern) }) { _, _ in () }
    }

    fileprivate static var declaredMatrix: Shape {
        Shape(schema: {
            let part = Schema.map(
                .list(.text(pattern: nil), minimum: 1, maximum: nil), keyPattern: Parameters.namePattern)
            return .anyOf([.list(part, minimum: 1, maximum: nil), part])
        }) { _, _ in () }
    }
}
