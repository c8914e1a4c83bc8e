// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing
import VirtualDevices

extension LibinputTests {
    @Suite struct Touchpad {
        let bench = Bench()
        let fingers: VirtualFingers

        init() throws {
            fingers = VirtualFingers(on: bench.machine.plug(.touchpad), .touchpad)
            try bench.open { device in
                var configuration = DeviceConfiguration()
                if device.capabilities.contains(.gesture) { configuration.tapToClick = true }
                return configuration
            }
        }

        @Test func tapAndDragPressesAndMoves() throws {
            fingers.down(0, 900, 500)
            fingers.frame()
            try bench.pass(milliseconds: 40)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 60)
            fingers.down(0, 900, 500)
            fingers.frame()
            for step in 1...10 {
                try bench.pass(milliseconds: 12)
                fingers.move(0, 900 + Int32(step) * 40, 500)
                fingers.frame()
            }
            try bench.pass(milliseconds: 12)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 1000)

            let contents = bench.events.contents
            let pressed = try #require(contents.firstIndex(of: .button(.init(code: 0x110, state: .pressed))))
            let released = try #require(contents.lastIndex(of: .button(.init(code: 0x110, state: .released))))
            #expect(bench.events.buttons.count == 2, "one drag without an additional click")
            let dragged = Array(bench.events[pressed..<released]).motions
            #expect(dragged.map(\.delta.x).reduce(0, +) > 100)
        }

        @Test func withoutTapToClickATapIsNoButton() throws {
            let added = try #require(bench.events.first)
            var configuration = DeviceConfiguration()
            configuration.tapToClick = false
            try bench.input.configure(added.device, configuration)

            fingers.down(0, 900, 500)
            fingers.frame()
            try bench.pass(milliseconds: 40)
            fingers.up(0)
            fingers.frame()
            try bench.pass(milliseconds: 1000)

            #expect(bench.events.buttons.isEmpty)
        }

        @Test func twoFingersScrollUntilTheyAreLifted() throws {
            fingers.down(0, 800, 300)
            fingers.down(1, 1100, 300)
            fingers.frame()
            for step in 1...12 {
                try bench.pass(milliseconds: 10)
                fingers.move(0, 800, 300 + Int32(step) * 25)
                fingers.move(1, 1100, 300 + Int32(step) * 25)
                fingers.frame()
            }
            try bench.pass(milliseconds: 10)
            fingers.up(0)
            fingers.up(1)
            fingers.frame()
            try bench.pass(milliseconds: 500)

            let scrolls = bench.events.scrolls
            #expect(scrolls.count > 5)
            #expect(scrolls.allSatisfy { $0.source == .finger })
            #expect(scrolls.dropLast().allSatisfy { ($0.vertical?.points ?? 0) > 0 && $0.horizontal == nil })
            #expect(scrolls.last?.vertical == .init(points: 0), "so that kinetic scrolling can begin")
            #expect(bench.events.motions.isEmpty)
        }

        @Test func threeFingersSwipe() throws {
            for slot in 0..<3 { fingers.down(Int32(slot), 600 + Int32(slot) * 300, 400) }
            fingers.frame()
            for step in 1...12 {
                try bench.pass(milliseconds: 10)
                for slot in 0..<3 { fingers.move(Int32(slot), 600 + Int32(slot) * 300 + Int32(step) * 25, 400) }
                fingers.frame()
            }
            try bench.pass(milliseconds: 10)
            for slot in 0..<3 { fingers.up(Int32(slot)) }
            fingers.frame()
            try bench.pass(milliseconds: 500)

            let gestures = bench.events.gestures
            #expect(gestures.allSatisfy { $0.fingerCount == 3 })
            let swipe = gestures.map(\.phase).drop { $0 != .swipeBegan }
            #expect(swipe.count > 3)
            #expect(swipe.last == .swipeEnded(.completed))
            for phase in swipe.dropFirst().dropLast() {
                guard case .swipeMoved(let movement) = phase else {
                    Issue.record("\(phase) during a swipe")
                    continue
                }
                #expect(movement.delta.x > 0)
                #expect(movement.unaccelerated.x > 0)
            }
        }

        @Test func twoFingersApartPinch() throws {
            fingers.down(0, 950, 600)
            fingers.down(1, 1050, 600)
            fingers.frame()
            for step in 1...14 {
                try bench.pass(milliseconds: 10)
                fingers.move(0, 950 - Int32(step) * 30, 600)
                fingers.move(1, 1050 + Int32(step) * 30, 600)
                fingers.frame()
            }
            try bench.pass(milliseconds: 10)
            fingers.up(0)
            fingers.up(1)
            fingers.frame()
            try bench.pass(milliseconds: 500)

            let pinch = bench.events.gestures.map(\.phase).drop { $0 != .pinchBegan }
            #expect(pinch.last == .pinchEnded(.completed))
            let scales = pinch.compactMap { if case .pinchMoved(_, let scale, _) = $0 { scale } else { nil } }
            #expect(scales.count > 3)
            #expect(scales == scales.sorted(), "the fingers only ever moved apart")
            #expect((scales.last ?? 0) > 1.5)
        }
    }
}
