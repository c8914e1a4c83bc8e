// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import HeadlessDesktop
import Testing
import VirtualDevices

@testable import DrayPlay

/// Input of devices is recorded as steps of a scenario.
@Suite(.serialized) struct RecordedInputTests {
    @Test func aMouseAndAKeyboard() throws {
        let bench = try RecordingBench()
        let (mouse, keyboard) = (bench.machine.plug(.mouse), bench.machine.plug(.keyboard))
        try bench.take()
        for _ in 0..<10 {
            mouse.move(20, 10)
            bench.frame()
        }
        mouse.press(BTN_LEFT)
        mouse.release(BTN_LEFT)
        bench.pass(milliseconds: 600)
        keyboard.press(KEY_LEFTSHIFT)
        keyboard.tap(KEY_A)
        keyboard.release(KEY_LEFTSHIFT)
        keyboard.tap(KEY_ESC)
        bench.pass(milliseconds: 20)
        let steps = bench.steps
        let at = bench.seat.pointer.position
        #expect(at == Point(x: 200, y: 100))
        #expect(steps.first == "pointer: {move: {to: {screen: [200, 100]}, duration: 160ms, easing: linear}}")
        #expect(
            steps.dropFirst() == [
                "pointer: {click: {button: left, count: 1}}", "wait: {quiet: 100ms}", "key: {press: Shift_L}",
                "key: {tap: a}",
                "key: {release: Shift_L}", "key: {tap: Escape}",
            ])
    }

    @Test func twoFingersAndAWheel() throws {
        let bench = try RecordingBench()
        let (screen, mouse) = (bench.machine.plug(.touchscreen()), bench.machine.plug(.mouse))
        try bench.take()
        let fingers = VirtualFingers(on: screen, .touchscreen)
        fingers.down(0, 400, 225)
        fingers.frame()
        bench.frame()
        fingers.down(1, 2000, 1125)
        fingers.frame()
        bench.frame()
        for step in 1...8 {
            fingers.move(0, 400 + Int32(step) * 100, 225)
            fingers.frame()
            bench.frame()
        }
        fingers.up(1)
        fingers.up(0)
        fingers.frame()
        mouse.turnWheel(v120: 120)
        bench.pass(milliseconds: 20)
        let steps = bench.steps
        #expect(steps.count == 7, "\(steps)")
        #expect(steps[0].hasPrefix("touch: {down: {finger: 0, at: {screen: [12"))
        #expect(steps[1].hasPrefix("touch: {down: {finger: 1, at: {screen: [6"))
        #expect(steps[2].hasPrefix("touch: {move: {finger: 0, to: {screen: [3") && steps[2].contains("duration: 128ms"))
        #expect(Set(steps[3...4]) == ["touch: {up: 0}", "touch: {up: 1}"])
        #expect(steps[5] == "pointer: {move: {to: {screen: [0, 0]}, duration: 0ms, easing: linear}}")
        #expect(steps[6].hasPrefix("pointer: {scroll: {by: [0, -15]"))
    }

    @Test func removedDevicesReleaseEverything() throws {
        let bench = try RecordingBench()
        let (mouse, keyboard) = (bench.machine.plug(.mouse), bench.machine.plug(.keyboard))
        try bench.take()
        keyboard.press(KEY_LEFTCTRL)
        bench.pass(milliseconds: 30)
        bench.machine.unplug(keyboard)
        bench.pass(milliseconds: 30)
        #expect(bench.steps == ["key: {tap: Control_L}"])
        mouse.move(20, 20)
        mouse.press(BTN_RIGHT)
        bench.pass(milliseconds: 30)
        bench.machine.unplug(mouse)
        bench.pass(milliseconds: 30)
        #expect(bench.steps.last == "pointer: {click: {button: right, count: 1}}")
    }

    @Test func aPenIsRecordedAsPointerAndModifier() throws {
        let bench = try RecordingBench()
        let tablet = bench.machine.plug(.penTablet)
        try bench.take()
        tablet.emit(EV_KEY, BTN_TOOL_PEN, 1)
        tablet.emit(EV_ABS, ABS_DISTANCE, 10)
        tablet.point(5000, 5000)
        bench.pass(milliseconds: 20)
        tablet.press(BTN_STYLUS2)
        bench.pass(milliseconds: 20)
        tablet.release(BTN_STYLUS2)
        bench.pass(milliseconds: 20)
        let steps = bench.steps
        #expect(steps.contains("key: {modifiers: {hold: [alt]}}"))
        #expect(steps.contains("key: {modifiers: {release: [alt]}}"))
    }
}

/// Devices, a compositor, and a recording.
private final class RecordingBench {
    let machine = VirtualMachine()
    let compositor: HeadlessCompositor
    private let recorder = ScenarioRecorder(.recording())
    private var devices: HeadlessDevices?
    private var inputs: InputRecorder?

    init() throws {
        do { compositor = try HeadlessCompositor() } catch {
            machine.end()
            throw error
        }
    }

    deinit {
        inputs = nil
        devices = nil
        compositor.close()
        machine.end()
    }

    var seat: Seat { compositor.seats[0] }

    func take() throws {
        inputs = try InputRecorder(recorder, compositor, seat) {}
        devices = try HeadlessDevices(
            compositor, source: .seat("seat0"), opener: machine.opener,
            configure: { _ in
                var configuration = DeviceConfiguration()
                configuration.acceleration = .flat
                return configuration
            })
    }

    /// Lets one frame pass.
    func frame() { pass(milliseconds: 16) }

    func pass(milliseconds: UInt64) {
        let due = compositor.clock.now.advanced(byMicroseconds: milliseconds * 1000)
        machine.advance(microseconds: milliseconds * 1000) { for _ in 0..<3 { compositor.dispatch(timeout: 0) } }
        if compositor.clock.now < due {
            compositor.advance(byMicroseconds: due.microseconds - compositor.clock.now.microseconds)
        }
        recorder.now = compositor.clock.now
        inputs?.frame()
    }

    /// The recorded steps as YAML.
    var steps: [String] {
        recorder.finishMovements()
        return recorder.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("  - ") }
            .map { String($0.dropFirst(4)) }
    }
}
