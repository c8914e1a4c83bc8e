// SPDX-License-Identifier: MIT

/// Walks through the steps before they happen, and finds those that cannot: a release of what nobody pressed, a finger
/// that moves before it is put down.
struct StepOrder {
    private var diagnostics: [Diagnostic] = []
    private var buttons: Set<PointerAction.Button> = []
    private var fingers: Set<Int> = []
    private var keys: Set<String> = []
    private var modifiers: Set<Modifier> = []
    private var pen = Pen.away

    private enum Pen {
        case away, hovering, touching
    }

    static func check(_ steps: [Step]) -> [Diagnostic] {
        var order = StepOrder()
        for step in steps { order.take(step) }
        return order.diagnostics
    }

    private mutating func take(_ step: Step) {
        switch step.action {
        case .pointer(let action): take(action, step.location)
        case .drag(let drag): for action in drag.actions { take(action, step.location) }
        case .touch(let action): take(action, step.location)
        case .pen(let action): take(action, step.location)
        case .key(let action): take(action, step.location)
        case .unplug(let device): take(device)
        case .wait, .picture, .expect, .kill, .say: break
        }
    }

    private mutating func require(_ condition: Bool, _ message: String, _ location: Location) {
        if !condition { diagnostics.append(Diagnostic(message, at: location)) }
    }

    private mutating func take(_ action: PointerAction, _ location: Location) {
        switch action {
        case .press(let button):
            require(buttons.insert(button).inserted, "the \(button.rawValue) button is down already", location)
        case .release(let button):
            require(buttons.remove(button) != nil, "the \(button.rawValue) button is not down here", location)
        case .click(let click):
            let isFree = !buttons.contains(click.button)
            require(isFree, "the \(click.button.rawValue) button is down already", location)
        case .move, .scroll:
            break
        }
    }

    private mutating func take(_ action: TouchAction, _ location: Location) {
        switch action {
        case .down(let finger, _):
            require(fingers.insert(finger).inserted, "finger \(finger) is down already", location)
        case .move(let finger, _):
            require(fingers.contains(finger), "finger \(finger) is not down here", location)
        case .up(let finger):
            require(fingers.remove(finger) != nil, "finger \(finger) is not down here", location)
        }
    }

    private mutating func take(_ action: PenAction, _ location: Location) {
        switch action {
        case .enter:
            require(pen == .away, "the pen is here already", location)
            pen = .hovering
        case .down(let place, _):
            require(pen != .touching, "the pen is down already", location)
            require(pen != .away || place != nil, "the pen is nowhere yet: say where with `at`", location)
            pen = .touching
        case .move:
            require(pen != .away, "the pen is nowhere yet: `enter` or `down` comes first", location)
        case .press, .up:
            require(pen == .touching, "the pen is not down here", location)
            if case .up = action { pen = .hovering }
        case .leave:
            require(pen == .hovering, "the pen is not hovering here", location)
            pen = .away
        }
    }

    private mutating func take(_ action: KeyAction, _ location: Location) {
        switch action {
        case .press(let key):
            require(keys.insert(key).inserted, "the key `\(key)` is down already", location)
        case .release(let key):
            require(keys.remove(key) != nil, "the key `\(key)` is not down here", location)
        case .tap(let key, _):
            require(!keys.contains(key), "the key `\(key)` is down already", location)
        case .hold(let held):
            for modifier in held.intersection(modifiers).map(\.rawValue).sorted() {
                require(false, "`\(modifier)` is held already", location)
            }
            modifiers.formUnion(held)
        case .letGo(let released):
            for modifier in released.subtracting(modifiers).map(\.rawValue).sorted() {
                require(false, "`\(modifier)` is not held here", location)
            }
            modifiers.subtract(released)
        }
    }

    /// What is unplugged lets go of everything.
    private mutating func take(_ device: Device) {
        switch device {
        case .input(.pointer): buttons = []
        case .input(.keyboard): (keys, modifiers) = ([], [])
        case .input(.touch): fingers = []
        case .input(.pen): pen = .away
        case .output: break
        }
    }
}
