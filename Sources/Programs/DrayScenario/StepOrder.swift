// SPDX-License-Identifier: MIT

/// Walks through the steps before a run and reports impossible input: a release without a press, or a motion of a
/// finger that is not down.
struct StepOrder {
    private var diagnostics: [Diagnostic] = []
    private var buttons: Set<PointerAction.Button> = []
    private var fingers: Set<Int> = []
    private var keys: Set<String> = []
    private var modifiers: Set<Modifier> = []
    private var pen = Pen.away
    private var penButtons: Set<PenAction.Button> = []
    private var unplugged: Set<Device.Input> = []

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
        case .pointer(let action): if has(.pointer, step) { take(action, step.location) }
        case .drag(let drag):
            guard has(.pointer, step) else { return }
            if !drag.companions.isEmpty {
                guard has(.keyboard, step) else { return }
                require(modifiers.isEmpty, "modifiers are held, and would change the selection", step.location)
            }
            for action in drag.actions { take(action, step.location) }
        case .select:
            guard has(.pointer, step), has(.keyboard, step) else { return }
            take(.click(.init(button: .left, count: 1)), step.location)
            require(modifiers.isEmpty, "modifiers are held, and would change the selection", step.location)
        case .menu(let menu):
            guard has(.pointer, step) else { return }
            let button: PointerAction.Button = if case .context = menu.opening { .right } else { .left }
            take(.click(.init(button: button, count: 1)), step.location)
        case .touch(let action): if has(.touch, step) { take(action, step.location) }
        case .pen(let action): if has(.pen, step) { take(action, step.location) }
        case .key(let action): if has(.keyboard, step) { take(action, step.location) }
        case .unplug(.input(let input)):
            if has(input, step) { unplug(input) }
        case .plug(.input(let input)):
            require(unplugged.remove(input) != nil, "the \(input.rawValue) is already plugged in", step.location)
        case .wait, .picture, .expect, .start, .kill, .unplug(.output), .plug(.output), .say: break
        }
    }

    private mutating func has(_ input: Device.Input, _ step: Step) -> Bool {
        require(!unplugged.contains(input), "the \(input.rawValue) is unplugged here", step.location)
        return !unplugged.contains(input)
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
        case .moveTogether(let motions):
            for (index, motion) in motions.enumerated() {
                let isAgain = motions[..<index].contains { $0.finger == motion.finger }
                require(!isAgain, "finger \(motion.finger) cannot move in two ways", motion.motion.location)
                take(.move(finger: motion.finger, motion.motion), motion.motion.location)
            }
        case .cancel:
            require(!fingers.isEmpty, "no finger is down here", location)
            fingers = []
        case .up(let finger):
            require(fingers.remove(finger) != nil, "finger \(finger) is not down here", location)
        }
    }

    private mutating func take(_ action: PenAction, _ location: Location) {
        switch action {
        case .enter:
            require(pen == .away, "the pen is already in proximity", location)
            pen = .hovering
        case .down(let place, _):
            require(pen != .touching, "the pen is down already", location)
            require(pen != .away || place != nil, "the pen has no position yet: set it with `at`", location)
            pen = .touching
        case .move:
            require(pen != .away, "the pen is not in proximity: `enter` or `down` must come first", location)
        case .press, .up:
            require(pen == .touching, "the pen is not down here", location)
            if case .up = action { pen = .hovering }
        case .hold(let button):
            require(pen != .away, "the pen is not in proximity: `enter` or `down` must come first", location)
            require(penButtons.insert(button).inserted, "the pen's \(button.rawValue) button is down already", location)
        case .release(let button):
            require(penButtons.remove(button) != nil, "the pen's \(button.rawValue) button is not down here", location)
        case .leave:
            require(pen == .hovering, "the pen is not hovering here", location)
            (pen, penButtons) = (.away, [])
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
        case .type:
            require(modifiers.isEmpty, "modifiers are held, and would change the text", location)
        }
    }

    /// Unplugging a device releases everything it holds.
    private mutating func unplug(_ input: Device.Input) {
        unplugged.insert(input)
        switch input {
        case .pointer: buttons = []
        case .keyboard: (keys, modifiers) = ([], [])
        case .touch: fingers = []
        case .pen: (pen, penButtons) = (.away, [])
        }
    }
}
