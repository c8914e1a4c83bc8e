// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayReport
package import DrayScenario
import FoundationEssentials
import Glibc
import HeadlessDesktop

/// Writes down what is done in a compositor that serves, as a scenario that plays it again.
///
/// Places are kept relative to the window that they lie on. A drag that is dropped becomes an expectation of the same
/// end, so that the recording is a test as it stands.
package final class ScenarioRecorder {
    /// The compositor's time; a long pause becomes a wait.
    var now = Instant.zero
    /// Whether a step has said where the pointer is.
    private(set) var knowsPointer = false
    /// Whether a drag lasts.
    private(set) var isDragging = false
    /// Called before anything is written down: what has moved until then comes before it.
    var finishMovements: () -> Void = {}

    private var scenario: Scenario
    private var names: [Window: String] = [:]
    private var lastStep: Instant?
    /// When a button went down last.
    private var lastPress: Instant?
    /// What is pressed now is one more click of the step before.
    private var isNextClick = false
    /// Set from the beginning of a drag until a client hears of it.
    private var awaitsEnter = false
    private var pictures: Set<String> = []

    /// A pause that is longer is a person who waits until something has happened.
    private static let pause: UInt64 = 300_000

    /// - Parameter scenario: what the compositor is like, and who is in it; the steps are those that are recorded.
    package init(_ scenario: Scenario) {
        self.scenario = scenario
        self.scenario.steps = []
        // A recording may be kept in another folder.
        for index in scenario.clients.indices where scenario.clients[index].directory == nil {
            self.scenario.clients[index].directory = scenario.directory
        }
    }

    /// The scenario so far.
    package var text: String { ScenarioText(scenario).yaml }

    // MARK: What is there

    /// A program is started. Returns its name in the scenario.
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

    /// A window has come. One of a program that was not started here has no place in the scenario.
    /// - Parameter name: its name, where the scenario has one for it already.
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

    /// A point as the scenario has it: on the window below it, else on the screen.
    func place(of point: Point, in compositor: HeadlessCompositor) -> Place {
        guard let window = compositor.surface(at: point)?.surface.window, let name = names[window] else {
            return .screen(ScreenPoint(x: Self.short(point.x), y: Self.short(point.y)))
        }
        let corner = window.geometry.origin
        return .window(
            Located(name, at: Location(1, 1)),
            at: .offset(x: .points(Self.short(point.x - corner.x)), y: .points(Self.short(point.y - corner.y))))
    }

    /// Nobody points more finely, and people read it.
    private static func short(_ length: Double) -> Double { (length * 100).rounded() / 100 }

    // MARK: What is done

    /// Something is about to be done, or was done.
    /// - Parameters:
    ///   - begin: when it began; now if left out.
    ///   - end: when it was over; now if left out.
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

    /// Whether a press is one more click of the step before: people make them as far apart as a pause is long.
    private func continuesClick(_ button: PointerAction.Button, at begin: Instant) -> Bool {
        guard case .pointer(.click(let click)) = scenario.steps.last?.action, click.button == button, click.count < 10,
            let lastPress, begin >= lastPress
        else { return false }
        return begin.microseconds - lastPress.microseconds <= Self.clickInterval
    }

    /// What toolkits take for a double click, from one press to the next.
    private static let clickInterval: UInt64 = 400_000

    /// In a drag the time itself says something: what opens under a resting pointer (HIG-24).
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

    /// A button or a finger is about to let go: what a drop would do here is expected to be the same again.
    func expectDrop(_ witness: DragWitness, seatDrags: Bool, target: Window?) {
        guard seatDrags else { return }
        let place = Location(1, 1)
        let name = target.flatMap { names[$0] }.map { Located($0, at: place) }
        var conditions: [Expectation.Condition] = []
        if target == nil || name != nil { conditions.append(.target(name)) }
        conditions.append(.action(witness.action))
        expect(conditions)
    }

    /// A client is sent something of a drag.
    func see(event: String, ofProcess process: Int32) {
        guard awaitsEnter, event == "wl_data_device.enter", let name = client(ofProcess: process) else { return }
        awaitsEnter = false
        let place = Location(1, 1)
        let event = ProtocolEvent(
            client: Located(name, at: place), interface: "wl_data_device", event: "enter", location: place)
        append(.wait(.init(condition: .event(event), location: place)))
    }

    /// The host is asked to do something.
    func see(_ effect: HostEffect, _ witness: DragWitness) {
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

    /// A double click is one step: clicks of several steps are apart when they are played.
    private func joinClicks() {
        guard isNextClick, scenario.steps.count > 1, case .pointer(.click(let next)) = scenario.steps.last?.action,
            case .pointer(.click(var click)) = scenario.steps[scenario.steps.count - 2].action, next.at == nil
        else { return }
        isNextClick = false
        click.count += next.count
        scenario.steps.removeLast()
        scenario.steps[scenario.steps.count - 1].action = .pointer(.click(click))
    }

    /// What is one thing to a person; nil for two things.
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

    /// What can be a name of the scenario: letters, digits, `.`, `_` and `-`.
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
    /// The button that a step of the pointer presses.
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
