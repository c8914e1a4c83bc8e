// SPDX-License-Identifier: MIT

import DrayCore
package import DrayScenario

/// Serializes a scenario as YAML that is parsed as the same scenario.
package struct ScenarioText {
    private let scenario: Scenario

    package init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    package var yaml: String {
        var lines = ["name: \(FlowText.scalar(scenario.name))"]
        if let description = scenario.description { lines.append("description: \(FlowText.scalar(description))") }
        if !scenario.tags.isEmpty { lines.append("tags: \(FlowText.list(scenario.tags.map { .text($0) }).yaml)") }
        lines.append("outputs: \(FlowText.list(scenario.outputs.map(flow)).yaml)")
        if scenario.clock != .virtual { lines.append("clock: \(scenario.clock.rawValue)") }
        if scenario.policy != .humanInterface { lines.append("policy: \(scenario.policy.rawValue)") }
        if let settings = settings { lines.append("settings: \(settings.yaml)") }
        if scenario.session != Session() { lines.append("session: \(Self.flow(scenario.session).yaml)") }
        if !scenario.setup.isEmpty {
            lines += ["", "setup:"] + scenario.setup.map { "  - \(Self.flow($0).yaml)" }
        }
        if !scenario.clients.isEmpty { lines += ["", "clients:"] + scenario.clients.flatMap(client) }
        lines += ["", "steps:"]
        lines += scenario.steps.map { "  - \(key(of: $0.action)): \(Self.flow($0.action).yaml)" }
        if scenario.steps.isEmpty { lines.append("  - say: Nothing was recorded.") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var settings: FlowText? {
        let settings = scenario.settings
        var entries: [(key: String, value: FlowText)] = []
        if settings.reduceMotion { entries.append(("reduce-motion", .truth(true))) }
        if settings.theme != .light { entries.append(("theme", .text(settings.theme.rawValue))) }
        if let opacity = settings.opacity { entries.append(("opacity", .number(opacity))) }
        if let rules = settings.modifiers {
            let rules = rules.map { rule in
                (
                    key: rule.modifiers.map(\.rawValue).sorted().joined(separator: "+"),
                    value: FlowText.text(rule.action.rawValue)
                )
            }
            entries.append(("modifiers", .map(rules)))
        }
        if let earlyReads = settings.earlyReads { entries.append(("early-reads", .text(earlyReads.rawValue))) }
        return entries.isEmpty ? nil : .map(entries)
    }

    private func flow(_ output: Output) -> FlowText {
        .map(
            [
                ("name", .text(output.name)), ("size", .text("\(output.size.width)x\(output.size.height)")),
                ("scale", .number(output.scale)),
            ] + (output.position.map { [("position", [.number($0.x), .number($0.y)])] } ?? [])
                + (output.isPlugged ? [] : [("plugged", .truth(false))]))
    }

    private func client(_ client: Client) -> [String] {
        body(client)
            + (client.startsWithin == .seconds(10)
                ? [] : ["    starts-within: \(FlowText.duration(client.startsWithin).yaml)"])
            + (client.endsWithin == Client.usualEnd
                ? [] : ["    ends-within: \(FlowText.duration(client.endsWithin).yaml)"])
    }

    private func body(_ client: Client) -> [String] {
        var lines = ["  \(client.name.value):"]
        lines.append("    command: \(FlowText.list(client.command.map { .text($0) }).yaml)")
        if let directory = client.directory { lines.append("    directory: \(FlowText.scalar(directory))") }
        if !client.environment.isEmpty {
            let entries = client.environment.map { (key: $0.name, value: FlowText.text($0.value)) }
            lines.append("    environment: \(FlowText.map(entries).yaml)")
        }
        guard !client.windows.isEmpty else { return lines }
        lines.append("    windows:")
        return lines + client.windows.map { "      \($0.name.value): \(flow($0).yaml)" }
    }

    private func flow(_ window: Client.Window) -> FlowText {
        var entries: [(key: String, value: FlowText)] = []
        switch window.match {
        case .title(let title): entries = [("title", Self.whole(title))]
        case .appID(let id): entries = [("app-id", .text(id))]
        case .both(let title, let id): entries = [("title", Self.whole(title)), ("app-id", .text(id))]
        }
        if let position = window.position { entries.append(("position", [.number(position.x), .number(position.y)])) }
        if let size = window.size { entries.append(("size", .text("\(size.width)x\(size.height)"))) }
        return .map(entries)
    }

    private func key(of action: Step.Action) -> String {
        switch action {
        case .wait: "wait"
        case .pointer: "pointer"
        case .drag: "drag"
        case .select: "select"
        case .menu: "menu"
        case .touch: "touch"
        case .pen: "pen"
        case .key: "key"
        case .picture: "picture"
        case .expect: "expect"
        case .start: "start"
        case .kill: "kill"
        case .unplug: "unplug"
        case .plug: "plug"
        case .say: "say"
        }
    }
}

extension ScenarioText {
    fileprivate static func flow(_ action: Step.Action) -> FlowText {
        switch action {
        case .wait(let wait): flow(wait)
        case .pointer(let action): flow(action)
        case .drag(let drag):
            .map(
                [
                    drag.companions.isEmpty
                        ? ("from", flow(drag.from)) : ("items", .list((drag.companions + [drag.from]).map(flow))),
                    ("via", .list(drag.via.map(flow))), ("to", flow(drag.to)),
                    ("duration", .duration(drag.duration)), ("easing", .text(drag.easing.rawValue)),
                    ("button", .text(drag.button.rawValue)),
                ] + (drag.begins ? [] : [("begins", .truth(false))]))
        case .select(.items(let places)): ["items": .list(places.map(flow))]
        case .select(.range(let from, let to)): ["from": flow(from), "to": flow(to)]
        case .menu(let menu):
            .map([flow(menu.opening), ("choose", .list(menu.names.map { .text($0.value) }))])
        case .touch(let action): flow(action)
        case .pen(let action): flow(action)
        case .key(let action): flow(action)
        case .picture(let picture): flow(picture)
        case .expect(let expectation):
            .map(
                expectation.conditions.map { flow($0.value) }
                    + (expectation.within == .seconds(5) ? [] : [("within", .duration(expectation.within))]))
        case .start(let client): .text(client.value)
        case .kill(let kill): ["client": .text(kill.client.value), "signal": .text(kill.signal.rawValue)]
        case .unplug(.input(let input)), .plug(.input(let input)): .text(input.rawValue)
        case .unplug(.output(let name)), .plug(.output(let name)): ["output": .text(name.value)]
        case .say(let text): .text(text)
        }
    }

    private static func flow(_ wait: Wait) -> FlowText {
        let condition: (key: String, value: FlowText) =
            switch wait.condition {
            case .windows(let names): ("windows", .list(names.map { .text($0.value) }))
            case .output(let client, .matches(let pattern)):
                ("output", ["client": .text(client.value), "matches": .text(pattern)])
            case .output(let client, .equals(let text)), .output(let client, .contains(let text)):
                ("output", ["client": .text(client.value), "text": .text(text)])
            case .sight(let sight): flow(sight)
            case .new(let new):
                (
                    "new",
                    .map(
                        [("client", .text(new.client.value)), ("name", .text(new.name.value))]
                            + (new.title.map { [("title", flow($0))] } ?? []))
                )
            case .still(let still):
                (
                    "still",
                    [
                        "of": flow(still.subject), "for": .duration(still.duration),
                        "tolerance": percentage(still.tolerance),
                    ]
                )
            case .event(let event): ("event", flow(event))
            case .quiet(let duration): ("quiet", .duration(duration))
            case .time(let duration): ("time", .duration(duration))
            case .real(let duration): ("real", .duration(duration))
            }
        return .map([condition] + (wait.limit.map { [("within", .duration($0))] } ?? []))
    }

    static func flow(_ sight: Sight) -> (key: String, value: FlowText) {
        switch sight {
        case .title(let window, let match): ("title", .map([("window", .text(window.value)), part(match)]))
        case .gone(let window): ("gone", .text(window.value))
        case .seen(let name, let window): ("seen", flow(name, in: window.value, at: nil))
        case .unseen(let name, let window): ("unseen", flow(name, in: window.value, at: nil))
        case .text(let window, let match): ("text", .map([("window", .text(window.value)), part(match)]))
        }
    }

    private static func part(_ match: TextMatch) -> (key: String, value: FlowText) {
        switch match {
        case .equals(let text): ("equals", .text(text))
        case .contains(let text): ("text", .text(text))
        case .matches(let pattern): ("matches", .text(pattern))
        }
    }

    static func flow(_ event: ProtocolEvent) -> FlowText {
        ["client": .text(event.client.value), "name": .text("\(event.interface).\(event.event)")]
    }

    private static func flow(_ action: PointerAction) -> FlowText {
        switch action {
        case .move(let motion): ["move": .map(entries(motion))]
        case .press(let button): ["press": .text(button.rawValue)]
        case .release(let button): ["release": .text(button.rawValue)]
        case .click(let click):
            [
                "click": .map(
                    [("button", .text(click.button.rawValue)), ("count", .number(Double(click.count)))]
                        + (click.at.map { [("at", flow($0))] } ?? []))
            ]
        case .scroll(let scroll):
            ["scroll": ["by": [.number(scroll.x), .number(scroll.y)], "source": .text(scroll.source.rawValue)]]
        }
    }

    private static func flow(_ action: TouchAction) -> FlowText {
        switch action {
        case .down(let finger, let place): ["down": ["finger": .number(Double(finger)), "at": flow(place)]]
        case .move(let finger, let motion):
            ["move": .map([("finger", .number(Double(finger)))] + entries(motion))]
        case .moveTogether(let motions):
            ["move": .list(motions.map { .map([("finger", .number(Double($0.finger)))] + entries($0.motion)) })]
        case .up(let finger): ["up": .number(Double(finger))]
        case .cancel: "cancel"
        }
    }

    private static func flow(_ action: PenAction) -> FlowText {
        switch action {
        case .enter(let place): ["enter": flow(place)]
        case .down(let place, let pressure):
            ["down": .map((place.map { [("at", flow($0))] } ?? []) + [("pressure", .number(pressure))])]
        case .move(let motion, let pressure):
            ["move": .map(entries(motion) + (pressure.map { [("pressure", .number($0))] } ?? []))]
        case .press(let pressure): ["press": .number(pressure)]
        case .hold(let button): ["hold": .text(button.rawValue)]
        case .release(let button): ["release": .text(button.rawValue)]
        case .up: "up"
        case .leave: "leave"
        }
    }

    private static func flow(_ action: KeyAction) -> FlowText {
        switch action {
        case .press(let key): ["press": .text(key)]
        case .release(let key): ["release": .text(key)]
        case .tap(let key, let modifiers):
            ["tap": .text((modifiers.map(\.rawValue).sorted() + [key]).joined(separator: "+"))]
        case .hold(let modifiers): ["modifiers": ["hold": list(modifiers)]]
        case .letGo(let modifiers): ["modifiers": ["release": list(modifiers)]]
        case .type(let text): ["type": .text(text)]
        }
    }

    private static func list(_ modifiers: Set<Modifier>) -> FlowText {
        .list(modifiers.map(\.rawValue).sorted().map { .text($0) })
    }

    private static func flow(_ opening: MenuChoice.Opening) -> (key: String, value: FlowText) {
        switch opening {
        case .bar(let window): ("window", .text(window.value))
        case .context(let place): ("context", flow(place))
        case .button(let place): ("button", flow(place))
        }
    }

    private static func flow(_ subject: PictureStep.Subject) -> FlowText {
        switch subject {
        case .whole: "whole"
        case .window(let name): ["window": .text(name.value)]
        case .output(let name): ["output": .text(name.value)]
        case .dragImage: "drag-image"
        }
    }

    private static func percentage(_ share: Double) -> FlowText {
        .text("\(FlowText.number(share * 100).yaml)%")
    }

    private static func flow(_ picture: PictureStep) -> FlowText {
        var entries: [(key: String, value: FlowText)] = [
            ("name", .text(picture.name.value)), ("of", flow(picture.subject)),
        ]
        if let comparison = picture.comparison {
            entries.append(
                (
                    "compare",
                    [
                        "file": .text(comparison.file),
                        "tolerance": percentage(comparison.tolerance),
                        "channel": .number(Double(comparison.channel)),
                    ]
                ))
        }
        return .map(entries)
    }

    private static func entries(_ motion: Motion) -> [(key: String, value: FlowText)] {
        let path: (key: String, value: FlowText) =
            motion.path.count == 1 ? ("to", flow(motion.path[0])) : ("along", .list(motion.path.map(flow)))
        let easing: [(key: String, value: FlowText)] =
            motion.easing == .easeInOut ? [] : [("easing", .text(motion.easing.rawValue))]
        return [path, ("duration", .duration(motion.duration))] + easing
    }

    private static func flow(_ place: Place) -> FlowText {
        switch place {
        case .screen(let point): ["screen": [.number(point.x), .number(point.y)]]
        case .window(let name, let anchor): ["window": .text(name.value), "at": flow(anchor)]
        case .content(let name, let anchor): ["content": .text(name.value), "at": flow(anchor)]
        case .named(let name, let window, let anchor): flow(name, in: window.value, at: anchor)
        }
    }

    private static func flow(_ name: AccessName, in window: String, at anchor: Place.Anchor?) -> FlowText {
        var entries: [(key: String, value: FlowText)] = [("window", .text(window)), ("name", .text(name.name.value))]
        if let role = name.role { entries.append(("role", .text(role.name))) }
        if let number = name.number { entries.append(("number", .number(Double(number)))) }
        if let anchor { entries.append(("at", flow(anchor))) }
        return .map(entries)
    }

    private static func flow(_ anchor: Place.Anchor) -> FlowText {
        switch anchor {
        case .named(let corner): .text(corner.rawValue)
        case .offset(let x, let y): [flow(x), flow(y)]
        }
    }

    private static func flow(_ length: Place.Length) -> FlowText {
        switch length {
        case .points(let points): .number(points)
        case .share(let share): percentage(share)
        }
    }

    fileprivate static func flow(_ item: SetupItem) -> FlowText {
        let path = FlowText.text(item.path.description)
        let entries: [(key: String, value: FlowText)] =
            switch item.content {
            case .text(let text): [("file", path), ("text", .text(text))]
            case .size(let size): [("file", path), ("size", .number(Double(size)))]
            case .file(let source): [("file", path), ("from", .text(source))]
            case .folder: [("folder", path)]
            case .copy(let source): [("folder", path), ("from", .text(source))]
            }
        return .map(entries + (item.isReadOnly ? [("read-only", .truth(true))] : []))
    }

    fileprivate static func flow(_ session: Session) -> FlowText {
        var entries: [(key: String, value: FlowText)] = [("bus", .text(session.bus.rawValue))]
        switch session.services {
        case .none: break
        case .all: entries.append(("services", "all"))
        case .files(let files):
            let names = files.map { file in
                String((file.split(separator: "/").last ?? "").dropLast(".service".count))
            }
            entries.append(("services", .list(names.map { .text($0) })))
        }
        if session.isAccessible { entries.append(("accessibility", .truth(true))) }
        if session.hasPortal { entries.append(("portal", .truth(true))) }
        if session.hasXwayland { entries.append(("xwayland", .truth(true))) }
        return .map(entries)
    }

    static func flow(_ match: TextMatch) -> FlowText {
        switch match {
        case .equals(let text): ["equals": .text(text)]
        case .contains(let text): .text(text)
        case .matches(let pattern): ["matches": .text(pattern)]
        }
    }

    /// A match in a place where plain text means the whole text.
    private static func whole(_ match: TextMatch) -> FlowText {
        switch match {
        case .equals(let text), .contains(let text): .text(text)
        case .matches(let pattern): ["matches": .text(pattern)]
        }
    }
}
