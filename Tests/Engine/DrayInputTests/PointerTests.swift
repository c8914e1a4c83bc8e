// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing
import VirtualDevices

extension LibinputTests {
    @Suite struct Pointer {
        @Test func mouseMotionIsAccelerated() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open()
            _ = bench.takeEvents()

            for step in 1...4 {
                mouse.move(Int32(step * 4), 2)
                try bench.pass(milliseconds: 8)
            }

            let motions = bench.events.motions
            #expect(motions.map(\.unaccelerated.x) == [4, 8, 12, 16])
            #expect(motions.map(\.unaccelerated.y) == [2, 2, 2, 2])
            let gains = motions.map { $0.delta.x / $0.unaccelerated.x }
            #expect(gains == gains.sorted(), "the gain increases with the speed")
            #expect(gains[0] < gains[3])
            #expect(
                bench.events.map(\.time) == (0..<4).map { Instant(microseconds: 10_000_000 + UInt64($0) * 8000) })
            #expect(bench.machine.questions > 0)
        }

        @Test func flatAccelerationIsProportional() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open { _ in
                var configuration = DeviceConfiguration()
                configuration.acceleration = .flat
                return configuration
            }

            for step in 1...4 {
                mouse.move(Int32(step * 4), 2)
                try bench.pass(milliseconds: 8)
            }

            #expect(bench.events.motions.map(\.delta) == bench.events.motions.map(\.unaccelerated))
            #expect(bench.events.motions.count == 4)
        }

        @Test func buttonIsPressedAndReleased() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open()

            mouse.press(BTN_LEFT)
            try bench.pass(milliseconds: 50)
            mouse.release(BTN_LEFT)
            try bench.pass(milliseconds: 50)

            #expect(
                bench.events.buttons == [
                    .init(code: InputEvent.Button.left, state: .pressed),
                    .init(code: InputEvent.Button.left, state: .released),
                ])
        }

        @Test func bouncingButtonIsReleasedOnce() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open()

            mouse.press(BTN_LEFT)
            try bench.pass(milliseconds: 50)
            mouse.release(BTN_LEFT)
            try bench.pass(milliseconds: 4)
            mouse.press(BTN_LEFT)
            try bench.pass(milliseconds: 4)
            mouse.release(BTN_LEFT)
            try bench.pass(milliseconds: 100)
            #expect(bench.events.buttons.map(\.state) == [.pressed, .released])
        }

        @Test func buttonReleasedDuringAnOverflowIsReleased() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open()
            mouse.press(BTN_LEFT)
            try bench.pass(milliseconds: 50)
            mouse.move(5, 5)
            try bench.pass(milliseconds: 8)

            mouse.emit(EV_SYN, SYN_DROPPED, 0)
            mouse.release(BTN_LEFT)
            try bench.pass(milliseconds: 50)
            mouse.move(5, 5)
            try bench.pass(milliseconds: 8)

            #expect(bench.events.buttons.map(\.state) == [.pressed, .released])
            #expect(bench.events.motions.count == 2)
        }

        @Test func unpluggingInMidDragReleasesNothing() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open()
            mouse.press(BTN_LEFT)
            try bench.pass(milliseconds: 50)
            _ = bench.takeEvents()

            bench.machine.unplug(mouse)
            try bench.pass(milliseconds: 50)

            #expect(
                bench.events.contents == [.deviceRemoved], "unplugging is no release")
        }

        @Test func wheelReportsFractionsOfADetent() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open()

            mouse.turnWheel(v120: -120)
            try bench.pass(milliseconds: 100)
            for _ in 0..<4 {
                mouse.turnWheel(v120: -30)
                try bench.pass(milliseconds: 10)
            }

            let scrolls = bench.events.scrolls
            #expect(scrolls.allSatisfy { $0.source == .wheel && $0.horizontal == nil })
            let whole = try #require(scrolls.first)
            #expect(whole.vertical == .init(points: 15, v120: 120))
            let parts = scrolls.dropFirst().compactMap(\.vertical)
            #expect(parts.count > 1)
            #expect(parts.map(\.v120).reduce(0, +) == 120)
            #expect(parts.map(\.points).reduce(0, +) == 15)
        }

        @Test func absolutePointerIsNormalised() throws {
            let bench = Bench()
            let pointer = bench.machine.plug(.absolutePointer)
            try bench.open()
            _ = bench.takeEvents()

            pointer.point(8192, 24576)
            try bench.settle()

            #expect(bench.events.contents == [.pointerMotionAbsolute(.init(x: 0.25, y: 0.75))])
        }

        @Test func absolutePositionOutsideOfTheRangeIsClamped() throws {
            let bench = Bench()
            let pointer = bench.machine.plug(.absolutePointer)
            try bench.open()
            _ = bench.takeEvents()

            pointer.point(-500, 70000)
            try bench.settle()

            #expect(bench.events.contents == [.pointerMotionAbsolute(.init(x: 0, y: 1))])
        }
    }
}
