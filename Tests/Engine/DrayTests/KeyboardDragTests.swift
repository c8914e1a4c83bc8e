// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandServer

/// HIG-32: keyboard drags of clients that do not support them.
@Suite struct KeyboardDragTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    private enum Key {
        static let escape: UInt32 = 1
        static let tab: UInt32 = 15
        static let enter: UInt32 = 28
        static let d: UInt32 = 32
        static let shift: UInt32 = 42
        static let right: UInt32 = 106
        static let logo: UInt32 = 125
    }

    init() throws {
        bench = try Bench()
        // The source's window has keyboard and pointer focus.
        fixture.seat.pointer.move(to: bench.start)
        fixture.seat.pointer.click()
        try fixture.settle()
        fixture.clearLogs()
    }

    private func tap(_ key: UInt32, with modifiers: UInt32...) throws {
        for modifier in modifiers { try fixture.key(modifier, .pressed) }
        try fixture.key(key, .pressed)
        try fixture.key(key, .released)
        for modifier in modifiers.reversed() { try fixture.key(modifier, .released) }
    }

    private func askForDrag() throws { try tap(Key.d, with: Key.logo, Key.shift) }

    private func advance(milliseconds: Int) throws {
        for _ in 0..<milliseconds / 8 {
            fixture.compositor.advance(byMicroseconds: 8000)
            try fixture.settle()
        }
    }

    /// Picks up the content, until the pointer is back at its start.
    private func pickUp() throws {
        try askForDrag()
        try tap(Key.enter)
        try advance(milliseconds: 56)
        #expect(bench.source.log.contains(.pointerButton(0x110, isPressed: true)))
        let content = bench.source.makeSource(types: ["text/plain"], actions: .copy)
        bench.source.device.startDrag(
            source: content, origin: bench.sourceWindow.surface, icon: nil, serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        try advance(milliseconds: 40)
    }

    private var announcements: [Announcement] {
        fixture.effects.compactMap { if case .announce(let announcement) = $0 { announcement } else { nil } }
    }

    @Test func shortcutIsNotSentToClients() throws {
        try askForDrag()
        #expect(fixture.drags.isDraggingByKeyboard)
        #expect(bench.source.log.of(.keyboard).last == .keyboardLeave)
        #expect(!bench.source.log.contains(.key(Key.d, isPressed: true)))
        try askForDrag()
        #expect(!fixture.drags.isDraggingByKeyboard)
        // The modifiers of the shortcut are still held when the keyboard focus returns.
        #expect(
            bench.source.log.of(.keyboard).filter { $0 == .keyboardEnter || $0 == .keyboardLeave }.last
                == .keyboardEnter)
        #expect(!bench.source.log.contains(.key(Key.d, isPressed: false)))
    }

    /// A client without keyboard focus receives no key releases. It would take the press of the pickup for a click with
    /// Shift.
    @Test func modifiersOfTheShortcutAreReleasedBeforeThePress() throws {
        for modifier in [Key.logo, Key.shift] { try fixture.key(modifier, .pressed) }
        #expect(bench.source.mainSeat.heldModifiers != 0)
        try fixture.key(Key.d, .pressed)
        #expect(fixture.drags.isDraggingByKeyboard)
        #expect(bench.source.mainSeat.heldModifiers == 0)
    }

    /// The key that ended a keyboard drag is released after its end. No later drag may wait for that release.
    @Test(arguments: [Key.escape, Key.enter]) func keyboardFocusReturnsAfterALaterDrag(last key: UInt32) throws {
        if key == Key.escape {
            try askForDrag()
        } else {
            try pickUp()
            try advance(milliseconds: 200)
        }
        try tap(key)
        try advance(milliseconds: 200)
        fixture.drags.cancel(.host)
        try fixture.settle()
        try bench.beginAndEnter()
        try fixture.release()
        try fixture.settle()
        fixture.clearLogs()
        try tap(Key.right)
        let heard = bench.source.log.of(.keyboard) + bench.target.log.of(.keyboard)
        #expect(heard.contains(.key(Key.right, isPressed: true)))
    }

    @Test func shortcutNeedsItsExactModifiers() throws {
        try tap(Key.d, with: Key.logo)
        #expect(!fixture.drags.isDraggingByKeyboard)
        #expect(bench.source.log.contains(.key(Key.d, isPressed: true)))
    }

    @Test func keyboardDragFromPickupToDrop() throws {
        try pickUp()
        #expect(fixture.seat.pointer.position == bench.start)
        try tap(Key.tab)
        // The source's own window does not accept it.
        try advance(milliseconds: 240)
        #expect(bench.target.log.contains { if case .enter = $0 { true } else { false } })
        try fixture.take(by: bench.target)
        try advance(milliseconds: 80)
        try tap(Key.enter)
        #expect(bench.source.log.contains(.sourceDropPerformed))
        #expect(bench.target.log.contains(.drop))
        #expect(!fixture.drags.isDragging)
        #expect(!fixture.drags.isDraggingByKeyboard)
        #expect(fixture.seat.pointer.pressedButtons.isEmpty)
        #expect(bench.target.log.of(.keyboard) == [.keyboardEnter])
        #expect(announcements.contains { if case .takesNothing = $0 { true } else { false } })
    }

    @Test func escapeDuringTheDragLeavesNothingPressed() throws {
        try pickUp()
        try tap(Key.escape)
        #expect(bench.source.log.contains(.sourceCancelled))
        #expect(fixture.seat.pointer.pressedButtons.isEmpty)
        #expect(!fixture.drags.isDraggingByKeyboard)
        #expect(bench.source.log.of(.keyboard).last == .keyboardEnter)
        #expect(!bench.source.log.contains(.key(Key.escape, isPressed: false)))
        // A pointer drag works as usual.
        fixture.clearLogs()
        try bench.begin()
        #expect(fixture.drags.isDragging)
        try advance(milliseconds: 1000)
        try fixture.move(to: bench.inTarget)
        #expect(fixture.seat.pointer.position == bench.inTarget)
    }

    @Test func arrowsMoveTheContent() throws {
        try pickUp()
        try tap(Key.right)
        try tap(Key.right, with: Key.shift)
        #expect(fixture.seat.pointer.position == Point(x: 61, y: 50))
    }

    @Test func pressWithoutADragIsReleasedOutside() throws {
        try askForDrag()
        try tap(Key.enter)
        try advance(milliseconds: 1000)
        let pressed = try #require(bench.source.log.firstIndex(of: .pointerButton(0x110, isPressed: true)))
        let released = try #require(bench.source.log.firstIndex(of: .pointerButton(0x110, isPressed: false)))
        #expect(pressed < released)
        #expect(announcements.contains(.notDraggable))
        #expect(fixture.drags.isDraggingByKeyboard)
        // The next attempt works like the first.
        fixture.clearLogs()
        try tap(Key.enter)
        try advance(milliseconds: 64)
        #expect(bench.source.log.contains(.pointerButton(0x110, isPressed: true)))
    }

    @Test func pointerTakesOver() throws {
        try pickUp()
        #expect(!announcements.contains(.pointerTookOver))
        try fixture.move(to: bench.inTarget)
        try fixture.take(by: bench.target)
        #expect(announcements.contains(.pointerTookOver))
        // The keyboard drag does not move the pointer back.
        try advance(milliseconds: 600)
        #expect(fixture.seat.pointer.position == bench.inTarget)
        fixture.seat.pointer.button(0x110, .pressed)
        try fixture.release()
        #expect(bench.source.log.contains(.sourceDropPerformed))
    }

    @Test func seatWithoutAPointerGetsOneForTheDrag() throws {
        try fixture.takeAway(.pointer)
        fixture.clearLogs()
        try askForDrag()
        #expect(fixture.seat.capabilities.contains(.pointer))
        // In the middle of the window with keyboard focus.
        #expect(fixture.seat.pointer.position == Point(x: 100, y: 50))
        try tap(Key.enter)
        try advance(milliseconds: 56)
        #expect(bench.source.log.contains(.pointerButton(0x110, isPressed: true)))
        let content = bench.source.makeSource(types: ["text/plain"], actions: .copy)
        bench.source.device.startDrag(
            source: content, origin: bench.sourceWindow.surface, icon: nil, serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        try tap(Key.escape)
        #expect(!fixture.seat.capabilities.contains(.pointer))
        #expect(!fixture.drags.isDragging)
    }

    @Test func unpluggedKeyboardEndsTheKeyboardDrag() throws {
        try askForDrag()
        try fixture.takeAway(.keyboard)
        #expect(!fixture.drags.isDraggingByKeyboard)
        #expect(fixture.seat.keyboard.focus == nil)
    }

    @Test func deathOfTheClientDuringPickupLeavesNoButtonPressed() throws {
        try askForDrag()
        try tap(Key.enter)
        try advance(milliseconds: 64)
        fixture.kill(bench.source)
        try advance(milliseconds: 1200)
        #expect(fixture.seat.pointer.pressedButtons.isEmpty)
        try tap(Key.escape)
        #expect(!fixture.drags.isDraggingByKeyboard)
    }
}
