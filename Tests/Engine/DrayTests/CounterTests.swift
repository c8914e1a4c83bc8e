// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayServer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Serials and time stamps, which begin again at nothing.
@Suite struct CounterTests {
    @Test func timeOfAMotionWraps() throws {
        let bench = try Bench()
        try bench.beginAndEnter()
        let clock = bench.fixture.compositor.clock
        let end = (UInt64(UInt32.max) + 1) * 1000
        clock.advance(byMicroseconds: end - clock.now.microseconds - 16_667 - 1000)
        try bench.fixture.move(to: Point(x: 311, y: 21))
        #expect(bench.target.log.last == .motion(time: UInt32.max, 11, 21))
        try bench.fixture.move(to: Point(x: 312, y: 22))
        #expect(bench.target.log.last == .motion(time: clock.now.milliseconds, 12, 22))
        #expect(clock.now.milliseconds < 100)
        try bench.fixture.take(by: bench.target)
        try bench.fixture.release()
        #expect(bench.target.log.contains(.drop))
    }

    @Test(arguments: [(1, 2), (UInt32.max, 0), (UInt32.max - 5, 5), (0x7fff_ffff, 0x8000_0000)] as [(UInt32, UInt32)])
    func serialBeforeTheWrapIsOlderThanOneAfterIt(older: UInt32, newer: UInt32) {
        #expect(EventSerial(older).isOlder(than: EventSerial(newer)))
        #expect(!EventSerial(newer).isOlder(than: EventSerial(older)))
        #expect(!EventSerial(older).isOlder(than: EventSerial(older)))
    }
}
