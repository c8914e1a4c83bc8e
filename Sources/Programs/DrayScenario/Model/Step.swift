// SPDX-License-Identifier: MIT

/// A single action. The next step begins when it is complete.
package struct Step: Equatable, Sendable {
    package var action: Action
    package var location: Location

    package init(action: Action, location: Location) {
        self.action = action
        self.location = location
    }

    package enum Action: Equatable, Sendable {
        case wait(Wait)
        case pointer(PointerAction)
        case drag(Drag)
        case select(Selection)
        case menu(MenuChoice)
        case touch(TouchAction)
        case pen(PenAction)
        case key(KeyAction)
        case picture(PictureStep)
        case expect(Expectation)
        /// Starts a client that has not been started or has ended.
        case start(Located<String>)
        case kill(Kill)
        case unplug(Device)
        case plug(Device)
        /// A message for the output and the report.
        case say(String)
    }
}

extension Step {
    private static let cases: [Case<Action>] = [
        Case("wait", "Wait for a condition.", Wait.shape, Action.wait),
        Case("pointer", "An action of the mouse.", PointerAction.shape, Action.pointer),
        Case("drag", "A complete drag: press, move and release.", Drag.shape, Action.drag),
        Case("double-click", "A double click with the left button on a place.", Place.shape) {
            Action.pointer(.click(PointerAction.Click(button: .left, at: $0, count: 2)))
        },
        Case("select", "Select several items by clicks.", Selection.shape, Action.select),
        Case("menu", "Choose an entry from a menu, by name.", MenuChoice.shape, Action.menu),
        Case("touch", "An action of a finger.", TouchAction.shape, Action.touch),
        Case("pen", "An action of the pen.", PenAction.shape, Action.pen),
        Case("key", "An action of the keyboard.", KeyAction.shape, Action.key),
        Case("picture", "Take a picture, and compare it.", PictureStep.shape, Action.picture),
        Case("expect", "Conditions that must hold now or before the timeout.", Expectation.shape, Action.expect),
        Case("start", "Start a client that is not started at the beginning.", .reference(to: .client), Action.start),
        Case("kill", "Send a signal to a client.", Kill.shape, Action.kill),
        Case("unplug", "Unplug a device or an output.", Device.shape, Action.unplug),
        Case("plug", "Plug in a device or an output.", Device.shape, Action.plug),
        Case("say", "A message for the output and the report.", Shape<String>.text, Action.say),
    ]

    static let shape = Shape<Action>.choice(cases)
        .located
        .map { Step(action: $0.value, location: $0.location) }
        .named("step")

    /// The steps of an entry of `steps`: a single step, all rounds of a `repeat`, or the steps of an included file.
    private static let entry = entries(
        "entry", [Case("repeat", "Steps to repeat.", Repeat.shape) { Entry.all($0.steps) }])

    /// The steps of an entry of `steps` in a `repeat`.
    static let round = entries("round", [])

    private static func entries(_ name: String, _ more: [Case<Entry>]) -> Shape<[Step]> {
        let include = Case<Entry>("include", "The steps of another file.", Include.shape) { Entry.all($0.steps) }
        return Shape<Entry>.choice(cases.map { Case($0.name, $0.about, $0.shape, Entry.one) } + more + [include])
            .located
            .map { entry in
                switch entry.value {
                case .one(let action): [Step(action: action, location: entry.location)]
                case .all(let steps): steps
                }
            }
            .named(name)
    }

    private enum Entry: Sendable {
        case one(Action)
        case all([Step])
    }

    /// The maximum number of steps; more would exceed a run's time limit.
    static let limit = 10_000

    /// All steps of a scenario, with their order checked as far as they can be read.
    static let list = list(isWhole: true)
    /// The steps of an included file; their order is checked in the including scenario.
    static let included = list(isWhole: false)

    private static func list(isWhole: Bool) -> Shape<[Step]> {
        Shape(schema: { .list(entry.schema(), minimum: 1, maximum: nil) }) { read($0, $1, isWhole: isWhole) }
    }

    private static func read(_ node: SourceNode, _ reading: Reading, isWhole: Bool) -> [Step]? {
        guard case .sequence(let nodes) = node.content else {
            reading.report(
                "expected a list of steps, found \(node.kind)", at: node, help: "`- say: Hello` and the like")
            return nil
        }
        guard !nodes.isEmpty else {
            reading.report("expected a list of at least one step", at: node)
            return nil
        }
        let entries = nodes.map { entry.read($0, reading) }
        if isWhole { reading.report(StepOrder.check(entries.prefix { $0 != nil }.compactMap { $0 }.flatMap { $0 })) }
        guard entries.allSatisfy({ $0 != nil }) else { return nil }
        let steps = entries.compactMap { $0 }.flatMap { $0 }
        guard steps.count <= limit else {
            reading.report(
                "there are too many steps", at: node,
                help: "at most \(limit), and with those of `repeat` and `include` \(steps.count)")
            return nil
        }
        return steps
    }
}
