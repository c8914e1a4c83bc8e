// SPDX-License-Identifier: MIT

/// One run: a headless compositor, some clients, and what happens to them, with every parameter filled in.
///
/// A file with a matrix makes several of these.
package struct Scenario: Equatable, Sendable {
    package var name: String
    package var description: String?
    /// By which it is chosen, with others of its kind.
    package var tags: [String]
    /// Why it is not played on this machine; nil where it is.
    package var skipReason: String?
    /// What it shows, for tables made of results; nil where the file does not say.
    package var shows: [Showing]
    /// The values that make this run differ from the others of its file, in the order of the matrix; empty without one.
    package var variant: [Binding]
    /// The folder of the file, absolute; clients are started in it.
    package var directory: String
    /// At least one.
    package var outputs: [Output]
    package var policy: Policy
    package var clock: Clock
    package var settings: Settings
    package var session: Session
    /// What is in the clients' home before they start, in the order in which it is made.
    package var setup: [SetupItem]
    /// In the order of the file, which is the order that they are started in, but for those that a step starts.
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

    /// The rules of a drag (HIG-05).
    package enum Policy: String, CaseIterable, Sendable {
        case humanInterface = "human-interface"
        case wayland
    }

    /// How time goes.
    package enum Clock: String, CaseIterable, Sendable {
        /// With the steps, and never faster than clients see it; every frame waits until all have answered.
        case virtual
        /// As for everybody, whoever is slow.
        case real
    }

    /// The clients that a step starts; all others are started before the first step.
    package var lateClients: Set<String> {
        Set(
            steps.compactMap { step in
                if case .start(let client) = step.action { client.value } else { nil }
            })
    }

    /// The client of a name; there is one, since references were checked.
    package func client(named name: String) -> Client? {
        clients.first { $0.name.value == name }
    }

    /// The client of a window that the file or a step has given a name.
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

    /// The window of a name and the client that it belongs to.
    package func window(named name: String) -> (client: Client, window: Client.Window)? {
        for client in clients {
            if let window = client.windows.first(where: { $0.name.value == name }) { return (client, window) }
        }
        return nil
    }
}

extension Scenario {
    static let shape = Shape<Scenario>.record { keys in
        let name = keys.required("name", "The name of the scenario, for people and reports.", .words)
        let description = keys.optional("description", "What it shows, in a sentence or two.", .text)
        let tags = keys.optional(
            "tags", "Words by which `dray run --tag` chooses it.", .list(of: Shape<String>.fileWord), default: [])
        // Before the clients, which need not be there if it does not hold.
        let condition = keys.optional(
            "if", "What the machine has to have; where it does not, the scenario is skipped.", Condition.shape)
        if let reading = keys.reading { reading.skipReason = condition?.skipReason(in: reading.surroundings) }
        let shows = keys.optional(
            "shows", "What it shows, for `dray table`: one thing, or a list.",
            .list(.list(of: Showing.shape), or: Showing.shape.map { [$0] }), default: [])
        _ = keys.optional(
            "parameters", "Values for `${name}`, with their defaults; `--set name=value` changes one.",
            .declaredParameters)
        _ = keys.optional(
            "matrix", "Names with a list of values each: the scenario runs once for every combination.",
            .declaredMatrix)
        let outputs = keys.atMostOne([
            Case("output", "The only output.", Output.shape) { [$0] },
            Case("outputs", "The outputs, where there are several.", .list(of: Output.shape, minimum: 1)) { $0 },
        ])
        if let outputs, !outputs.isEmpty, !outputs.contains(where: \.isPlugged) {
            keys.reading?.report("no output is there from the beginning", at: outputs[0].location)
        }
        // The one that there is without a word has a name as well.
        if outputs == nil { keys.reading?.declareUsualOutput() }
        let policy = keys.optional("policy", "The rules of a drag.", Policy.word, default: .humanInterface)
        let clock = keys.optional(
            "clock", "`virtual` waits for every client in every frame; `real` waits for none.", Clock.word,
            default: .virtual)
        let settings = keys.optional(
            "settings", "What a person would set on the desktop.", Settings.shape, default: Settings())
        let session = keys.optional(
            "session", "The rest of the clients' session: D-Bus, accessibility, a portal, Xwayland.", Session.shape,
            default: Session())
        let setup = keys.optional(
            "setup", "Files and folders that are in the clients' home before they start.", SetupItem.list, default: [])
        let clients = keys.optional(
            "clients", "The applications, by name.", Client.map, default: [])
        let steps = keys.required("steps", "What happens, one after another.", Step.list)
        if session.hasPortal, let client = clients.first(where: { $0.name.value == Session.portalName }) {
            keys.reading?.report(
                "`\(Session.portalName)` is what the portal itself is called", key: client.name,
                help: "another name for this client")
        }
        if let name = keys.reading?.accessibleName, !session.isAccessible || session.bus != .one {
            keys.reading?.report(
                "there is no AT-SPI by which `\(name.value)` could be found", key: name,
                help: session.isAccessible
                    ? "it is on one bus for all clients, and not with `bus: \(session.bus)`; two windows of one program may be one client"
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

    /// The JSON Schema of a scenario file, made from the same declarations that read it.
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
    /// Parameters are read before everything else (`Parameters`); here they are only known.
    static var declaredParameters: Shape {
        Shape(schema: { .map(.text(pattern: nil), keyPattern: Parameters.namePattern) }) { _, _ in () }
    }

    fileprivate static var declaredMatrix: Shape {
        Shape(schema: {
            .map(.list(.text(pattern: nil), minimum: 1, maximum: nil), keyPattern: Parameters.namePattern)
        }) { _, _ in () }
    }
}
