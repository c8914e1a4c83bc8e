// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayReport
package import DrayScenario
import FoundationEssentials
import Glibc
import HeadlessDesktop

/// Records the activity in a compositor run by `dray serve` as a scenario that reproduces it.
///
/// Places are recorded relative to the window that they are on. A completed drag is recorded as an expectation of the
/// same outcome, so that the recording is a test.
package final class ScenarioRecorder {
    /// The compositor's time; a long pause is recorded as a wait.
    var now = Instant.zero
    /// Whether a step has set the pointer's position.
    private(set) var knowsPointer = false
    /// Whether a drag is in progress.
    private(set) var isDragging = false
    /// Called before a step is recorded, because movements up to then precede it.
    var finishMovements: () -> Void = {}

    private var scenario: Scenario
    private var names: [Window: String] = [:]
    private var lastStep: Instant?
    /// The time of the last button press.
    private var lastPress: Instant?
    /// Whether the current press is a further click of the previous step.
    private var isNextClick = false
    /// Whether a drag has begun whose first `enter` event has not been sent yet.
    private var awaitsEnter = false
    private var pictures: Set<String> = []

    /// The duration, in microseconds, beyond which a pause is recorded as a wait.
    private static let pause: UInt64 = 300_000

    /// - Parameter scenario: The compositor's configuration and the clients; its steps are the recorded ones.
    package init(_ scenario: Scenario) {
        self.scenario = scenario
        self.scenario.steps = []
        // The recording may be saved in another folder.
        for index in scenario.clients.indices where scenario.clients[index].directory == nil {
            self.scenario.clients[index].directory = scenario.directory
        }
    }

    /// The scenario recorded so far.
    package var text: String { ScenarioText(scenario).yaml }

    // MARK: Clients and windows

    /// Records the start of a program. Returns its name in the scenario.
    func addClient(_ command: [String]) -> String {
        let name = unused(Self.word(command[0].split(separator: "/").last.map(String.init) ?? "client")) { name in
            scenario.clients.contains { $0.name.value == name }
        }
        scenario.clients.append(
            Client(
                name: Located(name, at: Location(1, 1)), command: command, environment: [],
                directory: FileManager.default.currentDirectoryPath, windows: [], startsWithin: .seconds(10)))
        return name
    }

    /// Records a new window. A window of a program that was not started here is ignored.
    /// - Parameter name: Its name, if the scenario already has one.
    func add(_ window: Window, as name: String?) {
        if let name {
            names[window] = name
            return appendWait(for: name)
        }
        guard let client = client(ofProcess: window.processID), !window.title.isEmpty || !window.appID.isEmpty,
            let index = scenario.clients.firstIndex(where: { $0.name.value == client })
        else { return }
        let match: Client.Match =
            window.title.isEmpty
            ? .appID(window.appID)
            : window.appID.isEmpty
                ? .title(.equals(window.title)) : .both(title: .equals(window.title), appID: window.appID)
        let taken = Set(scenario.clients.flatMap(\.windows).map(\.name.value))
        let name = unused(Self.word(window.title.isEmpty ? window.appID : window.title)) { taken.contains($0) }
        names[window] = name
        let place = Location(1, 1)
        scenario.clients[index].windows.append(
            .init(
                name: Located(name, at: place), match: match,
                position: ScreenPoint(x: window.geometry.x, y: window.geometry.y), size: nil))
        appendWait(for: name)
    }

    private func appendWait(for window: String) {
        let place = Location(1, 1)
        append(
            .wait(.init(condition: .windows([Located(window, at: place)]), location: place)))
    }

    func moved(_ window: Window) {
        change(window) { $0.position = ScreenPoint(x: window.geometry.x, y: window.geometry.y) }
    }

    func resized(_ window: Window, to size: ScreenSize) {
        change(window) { $0.size = size }
    }

    private func change(_ window: Window, _ body: (inout Client.Window) -> Void) {
        for client in scenario.clients.indices {
            for index in scenario.clients[client].windows.indices
            where scenario.clients[client].windows[index].name.value == names[window] {
                body(&scenario.clients[client].windows[index])
            }
        }
    }

    /// A point as a place of the scenario: relative to the window under it, or on the screen.
    func place(of point: Point, in compositor: HeadlessCompositor) -> Place {
        guard let window = compositor.surface(at: point)?.surface.window, let name = names[window] else {
            return .screen(ScreenPoint(x: Self.short(point.x), y: Self.short(point.y)))
        }
        let corner = window.geometry.origin
        return .window(
            Located(name, at: Location(1, 1)),
            at: .offset(x: .points(Self.short(point.x - corner.x)), y: .points(Self.short(point.y - corner.y))))
    }

    /// Rounds to hundredths, which are precise enough and readable.
    private static func short(_ length: Double) -> Double { (length * 100).rounded() / 100 }

    // MARK: Steps

    /// Records an action.
    /// - Parameters:
    ///   - begin: The start time; defaults to now.
    ///   - end: The end time; defaults to now.
    func record(_ action: Step.Action, from begin: Instant? = nil, until end: Instant? = nil) {
        finishMovements()
        let begin = begin ?? now
        if let button = action.pressedButton {
            isNextClick = continuesClick(button, at: begin)
            lastPress = begin
        }
        if !(isNextClick && action.pressedButton != nil), let lastStep, begin > lastStep,
            begin.microseconds - lastStep.microseconds > Self.pause
        {
            append(pause(of: begin.microseconds - lastStep.microseconds))
        }
        lastStep = max(end ?? now, lastStep ?? .zero)
        if case .pointer(.move) = action { knowsPointer = true }
        append(action)
    }

    /// Whether a press is a further click of the previous step. The interval between clicks can be as long as a
    /// recorded pause.
    private func continuesClick(_ button: PointerAction.Button, at begin: Instant) -> Bool {
        guard case .pointer(.click(let click)) = scenario.steps.last?.action, click.button == button, click.count < 10,
            let lastPress, begin >= lastPress
        else { return false }
        return begin.microseconds - lastPress.microseconds <= Self.clickInterval
    }

    /// The double-click interval of toolkits, from one press to the next, in microseconds.
    private static let clickInterval: UInt64 = 400_000

    /// During a drag the time itself is significant, for example for spring-loading (HIG-24).
    private func pause(of microseconds: UInt64) -> Step.Action {
        let condition: Wait.Condition =
            isDragging ? .time(.milliseconds(Int64(microseconds / 1000))) : .quiet(.milliseconds(100))
        return .wait(.init(condition: condition, location: Location(1, 1)))
    }

    func shot(_ name: String, _ subject: PictureStep.Subject) {
        let word = unused(Self.word(name)) { pictures.contains($0) }
        pictures.insert(word)
        record(.picture(PictureStep(name: Located(word, at: Location(1, 1)), subject: named(subject), comparison: nil)))
    }

    private func named(_ subject: PictureStep.Subject) -> PictureStep.Subject {
        guard case .window(let title) = subject else { return subject }
        let name = names.first { $0.key.title == title.value || $0.key.appID == title.value }?.value
        return name.map { .window(Located($0, at: title.location)) } ?? .whole
    }

    /// Records the state before a button or finger is released as an expectation of the drop.
    func expectDrop(_ witness: DragObserver, seatDrags: Bool, target: Window?) {
        guard seatDrags else { return }
        let place = Location(1, 1)
        let name = target.flatMap { names[$0] }.map { Located($0, at: place) }
        var conditions: [Expectation.Condition] = []
        if target == nil || name != nil { conditions.append(.target(name)) }
        conditions.append(.action(witness.action))
        expect(conditions)
    }

    /// Notes a drag event sent to a client.
    func see(event: String, ofProcess process: Int32) {
        guard awaitsEnter, event == "wl_data_device.enter", let name = client(ofProcess: process) else { return }
        awaitsEnter = false
        let place = Location(1, 1)
        let event = ProtocolEvent(
            client: Located(name, at: place), interface: "wl_data_device", event: "enter", location: place)
        append(.wait(.init(condition: .event(event), location: place)))
    }

    /// Processes an effect that the host is asked to perform.
    func see(_ effect: HostEffect, _ witness: DragObserver) {
        switch effect {
        case .began: (isDragging, awaitsEnter) = (true, true)
        case .ended:
            (isDragging, awaitsEnter) = (false, false)
            guard let result = witness.result else { return }
            expect(result == .finished ? [.action(witness.action), .result(result)] : [.result(result)])
        case .released, .keyboardReleased, .show, .pointerShape, .feedback, .highlight, .announce, .haptic, .earlyRead,
            .transfer, .raise, .scrollEnters, .scrollLeaves, .carry, .putDown, .keyboardDragBegan, .keyboardDragEnded,
            .playPointer,
            .activate:
            break
        }
    }

    private func expect(_ conditions: [Expectation.Condition]) {
        let place = Location(1, 1)
        append(
            .expect(
                Expectation(
                    conditions: conditions.map { Located($0, at: place) }, within: .seconds(5), location: place)))
    }

    private func append(_ action: Step.Action) {
        finishMovements()
        if let last = scenario.steps.last?.action, let both = Self.merged(last, action) {
            scenario.steps[scenario.steps.count - 1].action = both
        } else {
            scenario.steps.append(Step(action: action, location: Location(1, 1)))
        }
        joinClicks()
    }

    /// Merges the clicks of a double click into one step, because separate steps are played as separate clicks.
    private func joinClicks() {
        guard isNextClick, scenario.steps.count > 1, case .pointer(.click(let next)) = scenario.steps.last?.action,
            case .pointer(.click(var click)) = scenario.steps[scenario.steps.count - 2].action, next.at == nil
        else { return }
        isNextClick = false
        click.count += next.count
        scenario.steps.removeLast()
        scenario.steps[scenario.steps.count - 1].action = .pointer(.click(click))
    }

    /// The merged action of two actions that form one; nil if they are separate.
    private static func merged(_ first: Step.Action, _ second: Step.Action) -> Step.Action? {
        switch (first, second) {
        case (.pointer(.press(let button)), .pointer(.release(let other))) where button == other:
            return .pointer(.click(.init(button: button, at: nil, count: 1)))
        case (.key(.press(let key)), .key(.release(let other))) where key == other:
            return .key(.tap(key, modifiers: []))
        case (.pointer(.scroll(let a)), .pointer(.scroll(let b))) where a.source == .finger && b.source == .finger:
            return .pointer(.scroll(.init(x: a.x + b.x, y: a.y + b.y, source: .finger)))
        default: return nil
        }
    }

    // MARK: Names

    private func client(ofProcess process: Int32) -> String? {
        guard let name = ProcessTree.variable(ClientProcess.nameVariable, of: process) else { return nil }
        return scenario.clients.contains { $0.name.value == name } ? name : nil
    }

    /// Converts a text to a valid name of the scenario: letters, digits, `.`, `_` and `-`.
    private static func word(_ text: String) -> String {
        let letters = text.lowercased().unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "0"..."9", ".", "_": Character(scalar)
            default: "-"
            }
        }
        let word = String(letters).split(separator: "-").joined(separator: "-").drop { $0 == "." }
        return word.isEmpty ? "window" : String(word.prefix(40))
    }

    private func unused(_ word: String, isTaken: (String) -> Bool) -> String {
        guard isTaken(word) else { return word }
        var number = 2
        while isTaken("\(word)-\(number)") { number += 1 }
        return "\(word)-\(number)"
    }
}

extension Step.Action {
    /// The button that a pointer step presses.
    fileprivate var pressedButton: PointerAction.Button? {
        switch self {
        case .pointer(.press(let button)): button
        case .pointer(.click(let click)): click.button
        case .pointer(.move), .pointer(.release), .pointer(.scroll), .wait, .drag, .select, .menu, .touch, .pen,
            .key, .picture, .expect, .start, .kill, .unplug, .plug, .say:
            nil
        }
    }
}
