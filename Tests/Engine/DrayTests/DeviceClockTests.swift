// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

@testable import Dray

/// All timestamps of one drag are on the device's clock (HIG-19).
@Suite struct DeviceClockTests {
    @Test func theDevicesTimeGoesOnWithTheHosts() {
        var clock = DeviceClock()
        let host = Instant(microseconds: 3_435_882_000)
        #expect(clock.time(after: .zero, at: host) == host, "before the first motion")
        let motion = Instant(microseconds: 1_023_000)
        clock.note(motion, at: host)
        #expect(
            clock.time(after: motion, at: host.advanced(byMicroseconds: 100_000)) == Instant(microseconds: 1_123_000))
        #expect(
            clock.time(after: motion, at: host.advanced(byMicroseconds: 200_000)) == Instant(microseconds: 1_223_000))
        // Another motion, which was not recorded: no time has passed since.
        let next = Instant(microseconds: 1_300_000)
        #expect(clock.time(after: next, at: host.advanced(byMicroseconds: 300_000)) == next)
        #expect(
            clock.time(after: next, at: host.advanced(byMicroseconds: 400_000)) == Instant(microseconds: 1_400_000))
        #expect(clock.time(after: next, at: host) == next, "a clock that goes back")
    }

    /// The device's clock starts at 1000 ms, the host's elsewhere. Motions that the engine repeats for an idle pointer,
    /// and those that the host generates, are on the device's clock.
    @Test func ticksContinueTheDevicesTime() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        bench.fixture.compositor.advance(byMicroseconds: 3_000_000_000)
        let drags = bench.fixture.drags
        let local = Point(x: 11, y: 21)
        bench.target.clearLog()
        drags.motion(to: Point(x: 311, y: 21), local: local, at: Instant(microseconds: 1_023_000))
        try bench.fixture.settle()
        for _ in 0..<100 { bench.fixture.compositor.advance(byMicroseconds: 10_000) }
        try bench.fixture.settle()
        drags.motion(to: Point(x: 311, y: 21), local: local, at: .ofDevice)
        drags.motion(to: Point(x: 312, y: 21), local: Point(x: 12, y: 21), at: Instant(microseconds: 3_000_000))
        try bench.fixture.settle()
        let times = bench.target.log.compactMap { event -> UInt32? in
            if case .motion(let time, _, _) = event { time } else { nil }
        }
        #expect(times.count > 5, "an idle pointer repeats its motion: \(times)")
        #expect(times.first == 1023 && times.last == 3000)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "\(times)")
        #expect(
            times.dropLast().last ?? 0 > 1500 && times.dropLast().last ?? 0 <= 2123, "a second has passed: \(times)")
    }
}
