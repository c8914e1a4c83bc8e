// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop
import WaylandServer

// The dispatch of steps, and the steps that are a single movement of one device, or a fault. Steps with several
// movements are in `ScenarioRunner+Drags` and `ScenarioRunner+Hand`.

extension ScenarioRunner {
    /// Performs a step.
    func play(_ step: Step) throws {
        // Windows that appear after this are new.
        if step.isDone { windowsBefore = Set(compositor.windows.filter(\.isMapped).map(\.surface.id)) }
        switch step.action {
        case .wait(let wait): try play(wait)
        case .pointer(let action): try play(action)
        case .drag(let drag): try play(drag)
        case .select(let selection): try play(selection)
        case .menu(let menu): try play(menu)
        case .touch(let action): try play(action)
        case .pen(let action): try play(action)
        case .key(let action): try play(action)
        case .picture(let picture): try take(picture)
        case .expect(let expectation): try check(expectation)
        case .start(let name): if let client = scenario.client(named: name.value) { try restart(client) }
        case .kill(let kill): try play(kill)
        case .unplug(let device): try unplug(device)
        case .plug(let device): try plug(device)
        case .say: break  // The step's own line shows it.
        }
    }

    // MARK: Devices

    func play(_ action: PointerAction) throws {
        switch action {
        case .move(let motion):
            try move(motion, from: seat.pointer.position) { [seat] in seat.pointer.move(to: $0) }
        case .press(let button):
            try awaitFirstClick(button, of: .press)
            hand.pressed(press(button, of: .press))
            handPresses { [seat] in seat.pointer.move(to: seat.pointer.position) }
            seat.pointer.button(button.code, .pressed)
            try settle()
        case .release(let button):
            try awaitAnswer()
            hand.hasJustPressed = false
            seat.pointer.button(button.code, .released)
            try settle()
        case .click(let click):
            if let place = click.at {
                seat.pointer.move(to: try openPoint(place))
                try settle()
            }
            try awaitFirstClick(click.button, of: .click, count: click.count)
            for _ in 0..<click.count {
                seat.pointer.button(click.button.code, .pressed)
                hand.pressed(press(click.button, of: .click))
                try frame()
                seat.pointer.button(click.button.code, .released)
                try frame()
            }
        case .scroll(let scroll):
            seat.pointer.scroll(InputEvent.Scroll(scroll))
            try settle()
        }
    }

    private func play(_ action: TouchAction) throws {
        switch action {
        case .down(let finger, let place):
            let id = FingerID(Int32(finger))
            handPresses { [seat] in
                if let place = seat.touch.position(of: id) { seat.touch.motion(id, to: place) }
            }
            seat.touch.down(id, at: try point(place))
            try settle()
        case .move(let finger, let motion):
            let id = FingerID(Int32(finger))
            try move(motion, from: seat.touch.position(of: id) ?? .zero) { [seat] in seat.touch.motion(id, to: $0) }
        case .moveTogether(let motions):
            let ways = try motions.map { motion in
                let id = FingerID(Int32(motion.finger))
                return try way(motion.motion, from: seat.touch.position(of: id) ?? .zero) { [seat] in
                    seat.touch.motion(id, to: $0)
                }
            }
            try go(ways)
        case .up(let finger):
            try awaitAnswer()
            seat.touch.up(FingerID(Int32(finger)))
            try settle()
        case .cancel:
            seat.touch.cancel()
            try settle()
        }
    }

    private func play(_ action: PenAction) throws {
        switch action {
        case .enter(let place):
            pen.enter(at: try point(place))
        case .down(let place, let pressure):
            handPresses { [pen] in pen.move(to: pen.position) }
            pen.touch(at: try place.map(point) ?? pen.position, pressure: pressure)
        case .move(let motion, let pressure):
            if let pressure { pen.move(to: pen.position, pressure: pressure) }
            return try move(motion, from: pen.position) { [pen] in pen.move(to: $0) }
        case .press(let pressure):
            pen.move(to: pen.position, pressure: pressure)
        case .hold(let button):
            pen.press(button, .pressed)
        case .release(let button):
            pen.press(button, .released)
        case .up:
            try awaitAnswer()
            pen.lift()
        case .leave:
            pen.leave()
        }
        try settle()
    }

    /// Moves a device along a path.
    private func move(_ motion: Motion, from start: Point, to move: @escaping (Point) -> Void) throws {
        try go([way(motion, from: start, move: move)])
    }

    /// A movement along a path, with one position per frame and at least one.
    private struct Way {
        let path: MotionPath
        let easing: Motion.Easing
        let frames: Int
        let move: (Point) -> Void
    }

    private func way(_ motion: Motion, from start: Point, move: @escaping (Point) -> Void) throws -> Way {
        Way(
            path: MotionPath(from: start, through: try motion.path.map(point)), easing: motion.easing,
            frames: Int(motion.duration.microseconds / HeadlessCompositor.frameMicroseconds), move: move)
    }

    /// Performs several movements simultaneously.
    private func go(_ ways: [Way]) throws {
        let last = ways.map(\.frames).max() ?? 0
        for frame in 1...max(1, last) {
            for way in ways where frame <= max(1, way.frames) {
                way.move(way.path.point(at: way.easing.progress(Double(frame) / Double(max(1, way.frames)))))
            }
            if last > 0 { try self.frame() }
            try afterFirstMotion()
        }
        try settle()
    }

    private func play(_ action: KeyAction) throws {
        switch action {
        case .press(let key): try press([key], .pressed)
        case .release(let key): try press([key], .released)
        case .tap(let key, let modifiers):
            let held = modifiers.map(\.keyName).sorted()
            try press(held + [key], .pressed)
            try press([key] + held.reversed(), .released)
        case .hold(let modifiers): try press(modifiers.map(\.keyName).sorted(), .pressed)
        case .letGo(let modifiers): try press(modifiers.map(\.keyName).sorted(), .released)
        case .type(let text): guard seat.keyboard.type(text) else { throw Problem(text: KeyAction.cannotType) }
        }
    }

    func press(_ keys: [String], _ state: InputEvent.PressState) throws {
        for key in keys {
            guard let code = seat.keyboard.code(ofKeysym: key) else {
                throw Problem(text: "the keyboard has no key \(key)")
            }
            seat.keyboard.key(code, state)
            try settle()
        }
    }

    // MARK: Faults

    private func play(_ kill: Kill) throws {
        let name = kill.client.value
        guard let process = clients[name] else { return }
        switch kill.signal {
        case .stop:
            stopped.insert(name)
            process.send(signal: kill.signal.number)
        case .continue:
            process.send(signal: kill.signal.number)
            stopped.remove(name)
        case .terminate, .kill, .interrupt, .hangUp, .quit, .abort, .segmentationFault, .busError, .arithmetic,
            .illegalInstruction, .trap, .brokenPipe:
            endedOnPurpose.insert(name)
            process.send(signal: kill.signal.number)
            stopped.remove(name)
            _ = try wait(within: .seconds(5)) { isGone(name) }
        }
        try settle()
    }

    private static let exitTimeout = Duration.seconds(5)

    private func restart(_ client: Client) throws {
        let name = client.name.value
        // A client that exits on its own may need time.
        if clients[name] != nil, try !wait(within: Self.exitTimeout, until: { isGone(name) }) {
            throw Problem(text: "\(name) cannot be started: it is still running")
        }
        for window in client.windows { windows[window.name.value] = nil }
        try start(client)
    }

    private func unplug(_ device: Device) throws {
        switch device {
        case .input(.pointer): seat.remove(.pointer)
        case .input(.keyboard): seat.remove(.keyboard)
        case .input(.touch): seat.remove(.touch)
        case .input(.pen): pen.unplug()
        case .output(let name):
            if let output = compositor.outputs.first(where: { $0.name == name.value }) { compositor.remove(output) }
        }
        try settle()
    }

    private func plug(_ device: Device) throws {
        switch device {
        case .input(.pointer): seat.add(.pointer)
        case .input(.keyboard): seat.add(.keyboard)
        case .input(.touch): seat.add(.touch)
        case .input(.pen): pen.plugIn()
        case .output(let name):
            if let output = scenario.outputs.first(where: { $0.name == name.value }) {
                try compositor.addOutput(OutputConfiguration(output, of: scenario))
            }
        }
        try settle()
    }
}
