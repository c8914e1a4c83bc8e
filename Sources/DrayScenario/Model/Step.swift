// SPDX-License-Identifier: MIT

/// One thing that happens. The next begins when it is done.
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
        /// A client is started that was not there yet, or has ended.
        case start(Located<String>)
        case kill(Kill)
        case unplug(Device)
        case plug(Device)
        /// A line for people and the report.
        case say(String)
    }
}

extension Step {
    private static let cases: [Case<Action>] = [
        Case("wait", "Wait until something is so.", Wait.shape, Action.wait),
        Case("pointer", "The mouse does something.", PointerAction.shape, Action.pointer),
        Case("drag", "Press, move and release in one.", Drag.shape, Action.drag),
        Case("double-click", "Twice with the left button, on a place.", Place.shape) {
            Action.pointer(.click(PointerAction.Click(button: .left, at: $0, count: 2)))
        },
        Case("select", "Several things are selected, by clicks.", Selection.shape, Action.select),
        Case("menu", "Something is chosen from a menu, by name.", MenuChoice.shape, Action.menu),
        Case("touch", "A finger does something.", TouchAction.shape, Action.touch),
        Case("pen", "The pen does something.", PenAction.shape, Action.pen),
        Case("key", "A key of the keyboard.", KeyAction.shape, Action.key),
        Case("picture", "Take a picture, and compare it.", PictureStep.shape, Action.picture),
        Case("expect", "What has to be so now, or soon.", Expectation.shape, Action.expect),
        Case("start", "A client is started now, and not at the beginning.", .reference(to: .client), Action.start),
        Case("kill", "A client gets a signal.", Kill.shape, Action.kill),
        Case("unplug", "A device or an output goes away.", Device.shape, Action.unplug),
        Case("plug", "A device or an output comes, or comes back.", Device.shape, Action.plug),
        Case("say", "A line for people and the report.", Shape<String>.text, Action.say),
    ]

    static let shape = Shape<Action>.choice(cases)
        .located
        .map { Step(action: $0.value, location: $0.location) }
        .named("step")

    /// What an entry of `steps` stands for: one step, those of a `repeat`, all rounds of them, or those of another file.
    private static let entry = entries(
        "entry", [Case("repeat", "Steps that happen several times.", Repeat.shape) { Entry.all($0.steps) }])

    /// What an entry of `steps` of a `repeat` stands for.
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

    /// More would not end within a run's time.
    static let limit = 10_000

    /// All steps, whose order is checked as far as they can be read.
    static let list = list(isWhole: true)
    /// The steps of a file that is included: their order is checked where they are played.
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
