// SPDX-License-Identifier: MIT

import DrayCore
import DrayInput
import DrayReport
import DrayScenario
import HeadlessDesktop

/// Records the input of real and virtual devices as scenario steps for pointer, fingers and keys.
///
/// The seat reports presses and releases; motion is sampled frame by frame. A pen is recorded as the pointer that
/// clients see, and the keys of every keyboard as those of a US keyboard, because scenarios are played with one.
final class InputRecorder {
    private let recorder: ScenarioRecorder
    private let compositor: HeadlessCompositor
    private let seat: Seat
    /// Called before a button or finger is released.
    private let willRelease: () -> Void
    private let keymap: Keymap
    private var pointer: Trail
    /// The fingers, in the order of touching.
    private var fingers: [(id: FingerID, trail: Trail)] = []
    /// The recorded state of held keys, by evdev code.
    private var keys: [UInt32: HeldKey] = [:]
    /// The modifiers held without a key.
    private var modifiers: Set<Modifier> = []
    /// Whether a command is being performed, which is recorded separately.
    private var isCommand = false
    /// Whether a movement is being recorded, which precedes the following movements.
    private var isWriting = false

    private enum HeldKey: Equatable {
        /// Recorded as a press of this name, which needs a release.
        case pressed(String)
        /// Recorded as a single stroke.
        case typed
    }

    /// The idle time after which a movement counts as complete, in microseconds.
    private static let rest: UInt64 = 300_000

    /// - Throws: `InputError` if the US keymap does not compile.
    init(
        _ recorder: ScenarioRecorder, _ compositor: HeadlessCompositor, _ seat: Seat, willRelease: @escaping () -> Void
    ) throws {
        self.recorder = recorder
        self.compositor = compositor
        self.seat = seat
        self.willRelease = willRelease
        keymap = try Keymap(.fixed(layout: "us"))
        pointer = Trail(at: seat.pointer.position, compositor.clock.now)
        recorder.finishMovements = { [unowned self] in finishMovements() }
        seat.onInput = { [unowned self] in see($0) }
    }

    deinit {
        seat.onInput = nil
        recorder.finishMovements = {}
    }

    /// Performs a command, which is recorded as such.
    func command<Result>(_ body: () throws -> Result) rethrows -> Result {
        finishMovements()
        isCommand = true
        defer {
            isCommand = false
            // Motion caused by the command is not recorded as motion of a device.
            pointer = Trail(at: seat.pointer.position, compositor.clock.now)
            fingers = seat.touch.downFingers.map { ($0, Trail(at: seat.touch.position(of: $0)!, compositor.clock.now)) }
        }
        return try body()
    }

    /// Processes a frame.
    func frame() {
        look()
        let now = compositor.clock.now
        let rests = ([pointer] + fingers.map(\.trail)).contains { trail in
            trail.lastMoved.map { now.microseconds - $0.microseconds > Self.rest } ?? false
        }
        if rests { finishMovements() }
    }

    // MARK: Input from the seat

    private func see(_ input: SeatInput) {
        guard !isCommand else { return }
        recorder.now = compositor.clock.now
        switch input {
        case .button(let code, let state): button(code, state)
        case .scroll(let scroll): self.scroll(scroll)
        case .fingerDown(let finger, let point): down(finger, at: point)
        case .fingerUp(let finger): up(finger)
        case .buttonAbandoned(let code):
            callOff("The device that held a button was unplugged.")
            button(code, .released, isDrop: false)
        case .fingerCancelled(let finger):
            callOff("A touch point was cancelled.")
            up(finger, isDrop: false)
        case .key(let key, let keysym): self.key(key, keysym)
        case .modifiersWithoutKeys(let modifiers): hold(modifiers)
        }
    }

    private func button(_ code: UInt32, _ state: InputEvent.PressState, isDrop: Bool = true) {
        let isDown = seat.pointer.pressedButtons.contains(code)
        guard isDown == (state == .released) else { return }
        guard let button = PointerAction.Button.allCases.first(where: { $0.code == code }) else {
            return recorder.record(.say("The button \(code) has no name in scenarios and is omitted."))
        }
        place()
        switch state {
        case .pressed: recorder.record(.pointer(.press(button)))
        case .released:
            if isDrop { willRelease() }
            recorder.record(.pointer(.release(button)))
        }
    }

    private func scroll(_ scroll: InputEvent.Scroll) {
        let (x, y) = (scroll.horizontal?.points ?? 0, scroll.vertical?.points ?? 0)
        guard x != 0 || y != 0 else { return }
        place()
        switch scroll.source {
        case .wheel: recorder.record(.pointer(.scroll(.init(x: x, y: y, source: .wheel))))
        case .finger, .continuous: recorder.record(.pointer(.scroll(.init(x: x, y: y, source: .finger))))
        }
    }

    private func down(_ finger: FingerID, at point: Point) {
        guard 0...31 ~= finger.rawValue else { return }
        finishMovements()
        recorder.record(.touch(.down(finger: Int(finger.rawValue), at: recorder.place(of: point, in: compositor))))
        fingers.append((finger, Trail(at: point, compositor.clock.now)))
    }

    private func up(_ finger: FingerID, isDrop: Bool = true) {
        guard fingers.contains(where: { $0.id == finger }) else { return }
        finishMovements()
        if isDrop { willRelease() }
        recorder.record(.touch(.up(finger: Int(finger.rawValue))))
        fingers.removeAll { $0.id == finger }
    }

    /// Records Escape for a drag that its device cancels: unplugging cannot be recorded, because the device may return.
    private func callOff(_ reason: String) {
        guard recorder.isDragging else { return }
        recorder.record(.say("\(reason) Escape replaces it."))
        recorder.record(.key(.tap("Escape", modifiers: [])))
    }

    private func key(_ key: InputEvent.Key, _ keysym: String) {
        switch (key.state, keys[key.code]) {
        case (.pressed, nil): keys[key.code] = press(keysym)
        case (.released, .pressed(let name)): recorder.record(.key(.release(name)))
        case (.pressed, .pressed), (.pressed, .typed), (.released, .typed), (.released, nil): break
        }
        if key.state == .released { keys[key.code] = nil }
    }

    private func press(_ keysym: String) -> HeldKey? {
        guard let stroke = Keysym(named: keysym).flatMap(keymap.stroke), let name = baseName(of: stroke.code) else {
            recorder.record(.say("The key \(keysym) is not on a US keyboard and is omitted."))
            return nil
        }
        let missing = Self.names(stroke.modifiers.subtracting(seat.keyboard.modifiers))
        guard missing.isEmpty else {
            recorder.record(.key(.tap(name, modifiers: missing)))
            return .typed
        }
        recorder.record(.key(.press(name)))
        return .pressed(name)
    }

    /// The name of a key without modifiers, if scenarios have one.
    private func baseName(of code: UInt32) -> String? {
        let name = KeyboardState(keymap).keysym(code: code).description
        return KeyName.isKnown(name) ? name : nil
    }

    private func hold(_ held: Modifiers) {
        // A keyboard may report both the modifier key and the resulting modifier.
        let now = Self.names(held).filter { !keys.values.contains(.pressed($0.keyName)) }
        let (more, less) = (now.subtracting(modifiers), modifiers.subtracting(now))
        modifiers = now
        if !more.isEmpty { recorder.record(.key(.hold(more))) }
        if !less.isEmpty { recorder.record(.key(.letGo(less))) }
    }

    private static func names(_ modifiers: Modifiers) -> Set<Modifier> {
        Set(Modifier.allCases.filter { modifiers.contains(Modifiers([$0])) })
    }

    // MARK: Sampling

    private func look() {
        let now = compositor.clock.now
        pointer.see(seat.pointer.position, at: now)
        for index in fingers.indices {
            if let point = seat.touch.position(of: fingers[index].id) { fingers[index].trail.see(point, at: now) }
        }
    }

    /// Records all movements up to now.
    private func finishMovements() {
        guard !isCommand, !isWriting else { return }
        look()
        for index in fingers.indices {
            let finger = Int(fingers[index].id.rawValue)
            if let movement = fingers[index].trail.finish() { write(movement) { .touch(.move(finger: finger, $0)) } }
        }
        if let movement = pointer.finish() { write(movement) { .pointer(.move($0)) } }
    }

    private func write(_ movement: Trail.Movement, _ action: (Motion) -> Step.Action) {
        isWriting = true
        defer { isWriting = false }
        let path = movement.path.map { recorder.place(of: $0, in: compositor) }
        let motion = Motion(path: path, duration: movement.duration, easing: .linear, location: Location(1, 1))
        recorder.record(action(motion), from: movement.begin, until: movement.end)
    }

    /// Records the position for a pointer action without a preceding motion.
    private func place() {
        finishMovements()
        guard !recorder.knowsPointer else { return }
        let place = recorder.place(of: seat.pointer.position, in: compositor)
        recorder.record(
            .pointer(.move(Motion(path: [place], duration: .zero, easing: .linear, location: Location(1, 1)))))
    }
}
