// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient

/// Frames of a compositor whose clock follows real time.
@Suite struct FrameTests {
    let fixture: Fixture
    let client: TestClient
    let window: TestWindow
    private let frames = Frames()

    private final class Frames: HeadlessObserver {
        var count = 0
        var wanted = 0
        var wantsFrames: Bool { count < wanted }
        func frame(at time: Instant) { count += 1 }
    }

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
        window = try client.window(100, 100)
        fixture.compositor.add(frames)
    }

    /// Serves the event loop for a time.
    private func serve(milliseconds: Int) {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(milliseconds)
        while clock.now < end { fixture.compositor.dispatch(timeout: 10) }
    }

    @Test func withoutEventsThereAreNoFrames() {
        fixture.compositor.startFrames()
        serve(milliseconds: 100)
        let before = frames.count
        #expect(before <= 2)
        serve(milliseconds: 300)
        #expect(frames.count == before)
    }

    @Test func requestedFramesAreDrawn() throws {
        fixture.compositor.startFrames()
        serve(milliseconds: 50)
        var done = 0
        for _ in 0..<3 {
            let callback = window.surface.frame()
            callback.onEvent { _ in done += 1 }
            window.surface.commit()
            let wanted = done + 1
            let clock = ContinuousClock()
            let limit = clock.now + .seconds(10)
            while done < wanted, clock.now < limit {
                try client.connection.flush()
                fixture.compositor.dispatch(timeout: 10)
                try client.connection.dispatchPending()
                try client.roundtrip()
            }
        }
        #expect(done == 3)
    }

    @Test func anObserverGetsFramesUntilItsAnimationEnds() {
        fixture.compositor.startFrames()
        serve(milliseconds: 50)
        frames.wanted = frames.count + 5
        fixture.compositor.requestFrame()
        serve(milliseconds: 400)
        #expect(frames.count == frames.wanted)
    }

    @Test func afterAPauseTheClockIsUpdatedBeforeAnyEvent() throws {
        fixture.compositor.startFrames()
        serve(milliseconds: 50)
        let before = fixture.compositor.clock.now
        serve(milliseconds: 200)
        fixture.compositor.requestFrame()
        #expect(fixture.compositor.clock.now.microseconds - before.microseconds >= 150_000)
    }
}
