// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing
import VirtualDevices

extension LibinputTests {
    @Suite struct Touch {
        let first = FingerID(0)
        let second = FingerID(1)

        /// Returns a position in the units of the virtual touchscreen, as libinput normalizes it.
        func place(_ x: Double, _ y: Double) -> InputEvent.NormalizedPosition {
            InputEvent.NormalizedPosition(x: x / 4001, y: y / 2251)
        }

        @Test func twoFingersKeepTheirIdentities() throws {
            let bench = Bench()
            let fingers = VirtualFingers(on: bench.machine.plug(.touchscreen()), .touchscreen)
            try bench.open()

            fingers.down(0, 1000, 1000)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            fingers.down(1, 3000, 500)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            fingers.move(0, 1200, 1000)
            fingers.move(1, 3000, 700)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            fingers.up(1)
            fingers.frame()
            try bench.pass(milliseconds: 10)

            #expect(
                bench.events.touches == [
                    .down(finger: first, position: place(1000, 1000)), .frame,
                    .down(finger: second, position: place(3000, 500)), .frame,
                    .motion(finger: first, position: place(1200, 1000)),
                    .motion(finger: second, position: place(3000, 700)), .frame,
                    .up(finger: first), .frame,
                    .up(finger: second), .frame,
                ])
        }

        @Test func fingersOfTwoScreensHaveDistinctIdentities() throws {
            let bench = Bench()
            let left = VirtualFingers(on: bench.machine.plug(.touchscreen(output: "LEFT")), .touchscreen)
            let right = VirtualFingers(on: bench.machine.plug(.touchscreen(output: "RIGHT")), .touchscreen)
            try bench.open()

            for fingers in [left, right] {
                fingers.down(0, 100, 100)
                fingers.frame()
                try bench.settle()
            }

            #expect(bench.events.devices.map(\.outputName) == ["LEFT", "RIGHT"])
            let down = bench.events.filter { if case .touch(.down) = $0.content { true } else { false } }
            #expect(
                down.contents == [
                    .touch(.down(finger: first, position: place(100, 100))),
                    .touch(.down(finger: second, position: place(100, 100))),
                ])
            #expect(down[0].device != down[1].device)
        }

        @Test func unpluggingCancelsTheTouchBeforeTheRemoval() throws {
            let bench = Bench()
            let screen = bench.machine.plug(.touchscreen())
            let fingers = VirtualFingers(on: screen, .touchscreen)
            try bench.open()
            fingers.down(0, 100, 100)
            fingers.frame()
            try bench.pass(milliseconds: 5)
            _ = bench.takeEvents()

            bench.machine.unplug(screen)
            try bench.pass(milliseconds: 10)

            #expect(bench.events.contents == [.touch(.cancel(finger: first)), .touch(.frame), .deviceRemoved])
        }

        @Test func stateIsRestoredAfterAnOverflowDuringADrag() throws {
            let bench = Bench()
            let screen = bench.machine.plug(.touchscreen())
            let fingers = VirtualFingers(on: screen, .touchscreen)
            try bench.open()
            fingers.down(0, 2000, 2000)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            _ = bench.takeEvents()

            screen.emit(EV_SYN, SYN_DROPPED, 0)
            fingers.move(0, 2500, 2100)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 10)

            #expect(
                bench.events.touches == [
                    .motion(finger: first, position: place(2500, 2100)), .frame, .up(finger: first), .frame,
                ])
        }

        @Test func fingerLiftedDuringAnOverflowIsUp() throws {
            let bench = Bench()
            let screen = bench.machine.plug(.touchscreen())
            let fingers = VirtualFingers(on: screen, .touchscreen)
            try bench.open()
            fingers.down(0, 2000, 2000)
            fingers.frame()
            try bench.pass(milliseconds: 10)
            _ = bench.takeEvents()

            screen.emit(EV_SYN, SYN_DROPPED, 0)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 10)

            #expect(bench.events.touches == [.up(finger: first), .frame])
        }

        @Test func touchOutsideOfTheRangeIsClamped() throws {
            let bench = Bench()
            let fingers = VirtualFingers(on: bench.machine.plug(.touchscreen()), .touchscreen)
            try bench.open()

            fingers.down(0, -300, 9000)
            fingers.frame()
            try bench.settle()

            #expect(bench.events.touches == [.down(finger: first, position: .init(x: 0, y: 1)), .frame])
        }

        @Test func calibrationRotatesTheScreen() throws {
            let bench = Bench()
            let fingers = VirtualFingers(on: bench.machine.plug(.touchscreen(output: "HDMI-A-1")), .touchscreen)
            try bench.open { _ in
                var configuration = DeviceConfiguration()
                // Rotated by 180 degrees.
                configuration.calibration = .init(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
                configuration.outputName = "DSI-1"
                return configuration
            }

            fingers.down(0, 1000, 0)
            fingers.frame()
            try bench.settle()

            #expect(bench.events.devices.map(\.outputName) == ["DSI-1"])
            guard case .down(_, let position)? = bench.events.touches.first else {
                Issue.record("no finger was put down")
                return
            }
            #expect(abs(position.x - 0.75) < 0.001)
            #expect(abs(position.y - 1) < 0.001)
        }
    }
}
