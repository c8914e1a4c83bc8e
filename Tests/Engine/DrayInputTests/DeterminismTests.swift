// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing
import VirtualDevices

extension LibinputTests {
    @Suite struct Determinism {
        @Test func twentyRunsAreIdentical() throws {
            let first = try everything()
            #expect(first.utf8.count > 10_000)
            for _ in 1..<20 {
                let again = try everything()
                #expect(again.utf8.elementsEqual(first.utf8))
            }
        }

        /// All kinds of input, with all of libinput's timers.
        private func everything() throws -> String {
            let bench = Bench()
            let machine = bench.machine
            let mouse = machine.plug(.mouse)
            let keyboard = machine.plug(.keyboard)
            let screen = machine.plug(.touchscreen(output: "HEADLESS-1"))
            let pad = machine.plug(.touchpad)
            let tablet = machine.plug(.penTablet)
            try bench.open { device in
                var configuration = DeviceConfiguration()
                configuration.tapToClick = device.capabilities.contains(.gesture)
                return configuration
            }

            for step in 1...6 {
                mouse.move(Int32(step * 5), Int32(step % 3))
                try bench.pass(milliseconds: 7)
            }
            mouse.press(BTN_LEFT)
            try bench.pass(milliseconds: 30)
            mouse.release(BTN_LEFT)
            mouse.turnWheel(v120: 45)
            mouse.turnWheel(v120: 75)
            try bench.pass(milliseconds: 100)
            keyboard.tap(KEY_A)
            try bench.settle()

            try touch(VirtualFingers(on: screen, .touchscreen), bench)
            try touch(VirtualFingers(on: pad, .touchpad), bench)
            try bench.pass(milliseconds: 1000)

            tablet.emit(EV_KEY, BTN_TOOL_PEN, 1)
            for step in 0..<5 {
                tablet.emit(EV_ABS, ABS_TILT_X, Int32(step) * 3)
                tablet.point(4000 + Int32(step) * 333, 3000)
                try bench.pass(milliseconds: 5)
            }
            tablet.release(BTN_TOOL_PEN)
            try bench.pass(milliseconds: 200)

            machine.unplug(screen)
            try bench.pass(milliseconds: 10)
            try bench.input.suspend()
            try bench.settle()
            try bench.input.resume()
            try bench.settle()
            #expect(machine.questions > 0)
            return bench.events.transcript
        }

        /// A tap, and two fingers that move.
        private func touch(_ fingers: VirtualFingers, _ bench: Bench) throws {
            fingers.down(0, 500, 500)
            fingers.frame()
            try bench.pass(milliseconds: 30)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 400)
            fingers.down(0, 500, 300)
            fingers.down(1, 900, 300)
            fingers.frame()
            for step in 1...10 {
                try bench.pass(milliseconds: 9)
                fingers.move(0, 500, 300 + Int32(step) * 30)
                fingers.move(1, 900, 300 + Int32(step) * 29)
                fingers.frame()
            }
            fingers.up(0)
            fingers.up(1)
            fingers.frame()
            try bench.pass(milliseconds: 500)
        }
    }
}
