// SPDX-License-Identifier: MIT

import DrayCore
import DrayInput
import Glibc
import HeadlessDesktop
import Testing

/// A compositor's clock that follows real time.
@Suite struct RealTimeTests {
    @Test func itRunsAsFastAsTheMachines() throws {
        let compositor = try HeadlessCompositor()
        defer { compositor.close() }
        let begin = compositor.clock.now
        let before = machineTime()
        compositor.startFrames()
        let started = machineTime()
        while machineTime() < started + 300_000 { compositor.dispatch(timeout: 20) }
        let ended = machineTime()
        compositor.catchUp()
        let passed = compositor.clock.now.microseconds - begin.microseconds
        #expect(passed >= ended - started)
        #expect(passed <= machineTime() - before)
        compositor.stopFrames()
        let stopped = compositor.clock.now
        compositor.catchUp()
        #expect(compositor.clock.now == stopped)
    }

    @Test func deviceEventsKeepTheirTimeButAreNeverInTheFuture() throws {
        let compositor = try HeadlessCompositor()
        defer { compositor.close() }
        let router = DeviceRouter(compositor)
        let device = InputEvent.Device(name: "mouse", capabilities: .pointer, outputName: nil, seatName: "seat0")
        let id = DeviceID(1)
        router.handle(InputEvent(time: .zero, device: id, content: .deviceAdded(device)))
        let begin = compositor.clock.now
        let before = machineTime()
        compositor.startFrames()
        let started = machineTime()
        while machineTime() < started + 30_000 {}
        let motion = InputEvent.Content.pointerMotion(.init(delta: Point(x: 1, y: 0), unaccelerated: .zero))
        router.handle(InputEvent(time: Instant(microseconds: started + 20_000), device: id, content: motion))
        let passed = compositor.clock.now.microseconds - begin.microseconds
        #expect(20_000...20_000 + started - before ~= passed)
        // A device with a wrong clock does not advance the compositor into the future.
        let late = machineTime()
        router.handle(InputEvent(time: Instant(microseconds: .max / 2), device: id, content: motion))
        #expect(late - started...machineTime() - before ~= compositor.clock.now.microseconds - begin.microseconds)
    }

    private func machineTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
