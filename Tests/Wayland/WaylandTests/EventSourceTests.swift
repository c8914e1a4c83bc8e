// SPDX-License-Identifier: MIT

import Glibc
import Testing
import WaylandServer

extension WaylandTests {
    /// Sources end with their objects, wherever these are released.
    @Suite struct EventSourceTests {
        /// Holds a source so that its own handler can release it.
        final class Box<Source> {
            var source: Source?
            var count = 0
        }

        let display: Display

        init() throws { display = try Display() }

        @Test func aDescriptorSourceFiresAsLongAsItLives() throws {
            let pipe = Pipe()
            let box = Box<DescriptorSource>()
            var seen: DescriptorEvents = []
            box.source = display.eventLoop.watch(pipe.reading, for: .readable) { events in
                box.count += 1
                seen = events
            }
            display.dispatch(timeout: 0)
            #expect(box.count == 0)
            write(pipe.writing, "x", 1)
            display.dispatch(timeout: 0)
            display.dispatch(timeout: 0)
            #expect(box.count == 2)
            #expect(seen == .readable)
            box.source?.watch(for: [])
            display.dispatch(timeout: 0)
            #expect(box.count == 2)
            pipe.closeWriting()
            display.dispatch(timeout: 0)
            #expect(seen.contains(.hangup))
            box.source = nil
            display.dispatch(timeout: 0)
            #expect(box.count == 3)
        }

        @Test func aDescriptorSourceEndsInsideItsOwnHandler() throws {
            let pipe = Pipe()
            write(pipe.writing, "x", 1)
            let box = Box<DescriptorSource>()
            box.source = display.eventLoop.watch(pipe.reading, for: .readable) { [box] _ in
                box.source = nil
                box.count += 1
            }
            display.dispatch(timeout: 0)
            display.dispatch(timeout: 0)
            #expect(box.count == 1)
        }

        @Test func aDescriptorSourceEndsInsideAnothersHandler() throws {
            let pipes = [Pipe(), Pipe()]
            let boxes = [Box<DescriptorSource>(), Box<DescriptorSource>()]
            for index in 0..<2 {
                write(pipes[index].writing, "x", 1)
                boxes[index].source = display.eventLoop.watch(pipes[index].reading, for: .readable) { _ in
                    boxes[index].count += 1
                    boxes[1 - index].source = nil
                }
            }
            display.dispatch(timeout: 0)
            #expect(boxes[0].count + boxes[1].count == 1)
            // The handler of the remaining one retains both boxes.
            for box in boxes { box.source = nil }
        }

        @Test func aDescriptorThatCannotBeWatchedGivesNoSource() {
            #expect(display.eventLoop.watch(-1, for: .readable) { _ in } == nil)
        }

        @Test func aTimerFiresOnceAndEndsInsideItsOwnHandler() throws {
            let box = Box<TimerSource>()
            box.source = display.eventLoop.makeTimer { [box] in
                box.source = nil
                box.count += 1
            }
            box.source?.arm(milliseconds: 0)
            display.dispatch(timeout: 2000)
            #expect(box.count == 1)
            display.dispatch(timeout: 0)
            #expect(box.count == 1)
        }

        @Test func aTimerArmsItselfAgainInsideItsHandler() throws {
            let box = Box<TimerSource>()
            box.source = display.eventLoop.makeTimer { [unowned box] in
                box.count += 1
                if box.count < 3 { box.source?.arm(milliseconds: 1) }
            }
            box.source?.arm(milliseconds: 1)
            for _ in 0..<3 { display.dispatch(timeout: 2000) }
            #expect(box.count == 3)
        }

        @Test func aTimerThatIsDisarmedDoesNotFire() throws {
            let disarmed = Box<TimerSource>()
            let later = Box<TimerSource>()
            disarmed.source = display.eventLoop.makeTimer { disarmed.count += 1 }
            later.source = display.eventLoop.makeTimer { later.count += 1 }
            disarmed.source?.arm(milliseconds: 1)
            later.source?.arm(milliseconds: 3)
            disarmed.source?.disarm()
            // The first wait may end at the time of the disarmed timer.
            for _ in 0..<2 where later.count == 0 { display.dispatch(timeout: 2000) }
            #expect(later.count == 1)
            #expect(disarmed.count == 0)
            disarmed.source = nil
            later.source = nil
        }

        @Test func anIdleSourceFiresOnceAndEndsInsideItsOwnHandler() throws {
            let box = Box<IdleSource>()
            box.source = display.eventLoop.whenIdle { [box] in
                box.source = nil
                box.count += 1
            }
            display.dispatch(timeout: 0)
            display.dispatch(timeout: 0)
            #expect(box.count == 1)
        }

        @Test func idleSourceMayOutliveItsCall() throws {
            let box = Box<IdleSource>()
            box.source = display.eventLoop.whenIdle { [unowned box] in box.count += 1 }
            display.dispatch(timeout: 0)
            box.source = nil
            display.dispatch(timeout: 0)
            #expect(box.count == 1)
        }

        @Test func idleSourceIsCancelledWithItsObject() throws {
            let box = Box<IdleSource>()
            box.source = display.eventLoop.whenIdle { [unowned box] in box.count += 1 }
            box.source = nil
            display.dispatch(timeout: 0)
            #expect(box.count == 0)
        }

        @Test func sourcesMayOutliveTheirDisplay() throws {
            let pipe = Pipe()
            var display: Display? = try Display()
            let loop = try #require(display?.eventLoop)
            let descriptor = loop.watch(pipe.reading, for: .readable) { _ in }
            let timer = loop.makeTimer {}
            let idle = loop.whenIdle {}
            timer?.arm(milliseconds: 1)
            display = nil
            timer?.arm(milliseconds: 1)
            timer?.disarm()
            descriptor?.watch(for: .writable)
            withExtendedLifetime((descriptor, timer, idle)) {}
        }
    }
}
