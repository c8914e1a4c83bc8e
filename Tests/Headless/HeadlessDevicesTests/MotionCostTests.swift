// SPDX-License-Identifier: MIT

import CVirtualDevices
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayInput
import HeadlessDesktop
import TestClients
import Testing
import VirtualDevices

extension HeadlessDevicesTests {
    /// The cost of motion during a drag, up to 8000 times per second, from libinput's event to the posted
    /// `wl_data_device.motion`. The instructions are counted by `MotionBench`.
    @Suite struct MotionCost {
        private static let motions = 200

        @Test func motionsOfARealMouseArriveOneByOne() throws {
            let desk = try dragOverTarget()
            for index in 0..<Self.motions { try step(desk, index) }
            let arrived = desk.target.log.filter { if case .motion = $0 { true } else { false } }
            #expect(arrived.count == Self.motions)
        }

        /// All allocations are those of libinput and libwayland, which are counted with the same motions on a seat
        /// without a drag, and with bare events.
        @Test func motionsOfARealMouseAllocateNothingOfOurs() throws {
            let desk = try dragOverTarget()
            for index in 0..<100 { try step(desk, index) }
            let dragging = try allocations(desk)

            desk.keyboard.tap(KEY_ESC)
            desk.mouse.release(BTN_LEFT)
            try desk.pass(milliseconds: 20)
            try desk.moveMouse(to: Desk.nowhere)
            for index in 0..<100 { try step(desk, index) }
            let idle = try allocations(desk)
            print(
                "allocations for 100 motions of a mouse: \(dragging ?? -1) while it drags, \(idle ?? -1) over nothing")
            #if !DEBUG
                // libwayland allocates twice for each event that it posts, as counted by the engine's
                // `MotionCostTests`.
                if let dragging, let idle { #expect(dragging <= idle + 200) }
            #endif
        }

        private func dragOverTarget() throws -> Desk {
            let desk = try Desk()
            try desk.pickUp(with: .mouse)
            try desk.carry(with: .mouse, to: Desk.away)
            try desk.accept(desk.target)
            desk.fixture.clearLogs()
            // The fixture's log would allocate.
            desk.fixture.host.onEffect = nil
            desk.fixture.host.engine.observer = nil
            return desk
        }

        private func step(_ desk: Desk, _ index: Int) throws {
            desk.mouse.move(index % 2 == 0 ? 7 : -7, 0)
            try desk.pass(milliseconds: 8)
        }

        private func allocations(_ desk: Desk) throws -> Int? {
            var total = 0
            for index in 0..<100 {
                desk.mouse.move(index % 2 == 0 ? 7 : -7, 0)
                guard let count = Allocations.count(during: { desk.real.dispatch() }) else { return nil }
                total += count
                try desk.pass(milliseconds: 8)
            }
            return total
        }
    }
}
