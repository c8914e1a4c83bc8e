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
    static let shape = Shape<Action>.choice([
        Case("wait", "Wait until something is so.", Wait.shape, Action.wait),
        Case("pointer", "The mouse does something.", PointerAction.shape, Action.pointer),
        Case("drag", "Press, move and release in one.", Drag.shape, Action.drag),
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
    ])
    .located
    .map { Step(action: $0.value, location: $0.location) }
    .named("step")

    /// All steps, whose order is checked as far as they can be read.
    static let list = Shape<[Step]>(schema: { .list(shape.schema(), minimum: 1, maximum: nil) }) { node, reading in
        guard case .sequence(let nodes) = node.content else {
            reading.report(
                "expected a list of steps, found \(node.kind)", at: node, help: "`- say: Hello` and the like")
            return nil
        }
        guard !nodes.isEmpty else {
            reading.report("expected a list of at least one step", at: node)
            return nil
        }
        let steps = nodes.map { shape.read($0, reading) }
        reading.report(StepOrder.check(steps.prefix { $0 != nil }.compactMap { $0 }))
        return steps.contains { $0 == nil } ? nil : steps.compactMap { $0 }
    }
}
