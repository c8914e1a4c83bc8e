// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Dragging out of a window in the background neither activates nor raises it; a click does, on release (HIG-28).
@Suite struct BackgroundTests {
    let bench: Bench
    let front: Window
    let back: Window
    var fixture: DragFixture { bench.fixture }

    enum Hand: CaseIterable {
        case pointer, finger
    }

    enum End: CaseIterable {
        case cancelled, refused
    }

    init() throws {
        bench = try Bench()
        // The target's window was mapped last, so the source's is in the background.
        back = try #require(bench.fixture.compositor.window(titled: "source"))
        front = try #require(bench.fixture.compositor.window(titled: "target"))
        try expectFront(front)
    }

    private func expectFront(_ window: Window, during drag: Bool = false) throws {
        #expect(fixture.compositor.windows.last === window)
        #expect(window.isActivated)
        #expect(fixture.compositor.windows.count { $0.isActivated } == 1)
        #expect(fixture.seat.keyboard.focus === (drag ? nil : window.surface))
    }

    private func begin(_ hand: Hand) throws {
        let content = bench.source.makeSource()
        switch hand {
        case .pointer:
            try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        case .finger:
            try fixture.startTouchDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        }
        #expect(fixture.drags.isDragging)
    }

    private func move(_ hand: Hand, to point: Point) throws {
        switch hand {
        case .pointer: try fixture.move(to: point)
        case .finger: try fixture.touchMove(to: point)
        }
    }

    private func letGo(_ hand: Hand) throws {
        switch hand {
        case .pointer: try fixture.release()
        case .finger: try fixture.touchUp()
        }
    }

    @Test(arguments: Hand.allCases, End.allCases)
    func dragOutOfABackgroundWindowDoesNotRaiseIt(_ hand: Hand, _ end: End) throws {
        try begin(hand)
        try expectFront(front, during: true)
        try move(hand, to: Point(x: 80, y: 60))
        try expectFront(front, during: true)
        try move(hand, to: bench.onDesktop)
        switch end {
        case .cancelled:
            try fixture.key(Bench.Key.escape, .pressed)
            try fixture.key(Bench.Key.escape, .released)
            try expectFront(front)
            try letGo(hand)
        case .refused:
            try letGo(hand)
        }
        #expect(!fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.contains(.sourceCancelled))
        try expectFront(front)
    }

    /// Neither the press nor a drop in the foreground window raises the window in which the drag began.
    @Test(arguments: Hand.allCases) func dropInTheForegroundDoesNotRaiseTheOrigin(_ hand: Hand) throws {
        try begin(hand)
        try move(hand, to: bench.inTarget)
        try fixture.take(by: bench.target)
        try letGo(hand)
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.contains(.sourceFinished))
        try expectFront(front)
    }

    @Test(arguments: Hand.allCases) func clickActivatesAndRaisesOnRelease(_ hand: Hand) throws {
        switch hand {
        case .pointer: try fixture.press(at: bench.start)
        case .finger: try fixture.touchDown(at: bench.start)
        }
        try expectFront(front)
        try letGo(hand)
        try expectFront(back)
    }
}
