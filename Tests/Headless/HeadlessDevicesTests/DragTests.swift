// SPDX-License-Identifier: MIT

import CVirtualDevices
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import VirtualDevices

extension HeadlessDevicesTests {
    /// Whole drags between two clients, with each device: only the device that began a drag moves it (HIG-30), and all
    /// others work as usual (HIG-31).
    @Suite struct Drags {
        @Test(arguments: Hand.allCases)
        func contentGoesFromOneApplicationToAnother(_ hand: Hand) throws {
            let desk = try Desk()
            try Play.wholeDrag(hand)(desk)

            let log = desk.target.log
            #expect(log.contains { if case .enter = $0 { true } else { false } })
            let motions = log.filter { if case .motion = $0 { true } else { false } }
            #expect(motions.count > 2)
            let dropped = try #require(log.firstIndex(of: .drop))
            #expect(log[dropped...].contains(.leave))
            #expect(desk.source.log.contains(.sourceDropPerformed))
            #expect(desk.source.log.contains(.sourceFinished))
            #expect(desk.outcomes == [.finished(.copy)])
            #expect(desk.imageEndings.count == 1)
            expectNothingSticks(desk)
            #expect(desk.machine.questions > 0)
        }

        @Test func timesOfMotionsAreThoseOfTheDevice() throws {
            let desk = try Desk()
            try Play.wholeDrag(.mouse)(desk)
            let times = desk.target.log.compactMap { if case .motion(let time, _, _) = $0 { time } else { nil } }
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(steps.count > 2 && steps.allSatisfy { $0 == 8 }, "\(times)")
        }

        @Test func aSecondFingerTapsElsewhereMeanwhile() throws {
            let desk = try Desk()
            try Play.secondFinger(desk)
            #expect(desk.target.log.contains(.touchDown(1)))
            #expect(desk.target.log.contains(.touchUp(1)))
            #expect(!desk.target.log.contains(.touchCancel))
            #expect(desk.outcomes == [.finished(.copy)])
            expectNothingSticks(desk)
        }

        @Test func theMouseGoesOnWhileAFingerDrags() throws {
            let desk = try Desk()
            try desk.pickUp(with: .touchscreen)
            try desk.carry(with: .touchscreen, to: Desk.away)
            let before = desk.fixture.sessionEffects.count
            try desk.moveMouse(to: Point(x: 310, y: 60))
            desk.mouse.press(BTN_LEFT)
            desk.mouse.release(BTN_LEFT)
            try desk.pass(milliseconds: 40)
            #expect(desk.target.log.contains(.pointerButton(0x110, isPressed: false)))
            #expect(desk.fixture.drags.isDragging)
            let moved = desk.fixture.sessionEffects[before...].contains {
                if case .presentation(.imageMoves) = $0 { true } else { false }
            }
            #expect(!moved, "only the finger that began the drag moves it")
        }

        @Test func theMouseDoesNotTakeThePenAway() throws {
            let desk = try Desk()
            try desk.pickUp(with: .pen)
            try desk.carry(with: .pen, to: Desk.away)
            let place = desk.seat.pointer.position
            desk.mouse.move(30, 30)
            desk.mouse.press(BTN_LEFT)
            desk.mouse.release(BTN_LEFT)
            try desk.pass(milliseconds: 40)
            #expect(desk.seat.pointer.position == place)
            #expect(desk.fixture.drags.isDragging)
            try desk.accept(desk.target)
            try desk.drop(with: .pen)
            #expect(desk.target.log.contains(.drop))
        }

        /// HIG-35: with every device, the host receives a haptic event at each step; firm pressure of a pen triggers
        /// spring loading with one.
        @Test(arguments: Hand.allCases) func everyStepIsFelt(_ hand: Hand) throws {
            let desk = try Desk()
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            try desk.drop(with: hand)
            #expect(desk.haptics == [.lift, .target, .landing])
        }

        /// HIG-19: a pen over a window behind presses harder than needed to hold the drag.
        @Test func aPenThatPressesFirmlyBringsAWindowForwardAtOnce() throws {
            let desk = try Desk()
            let cover = try desk.fixture.makeWindow(of: desk.source, at: Point(x: 420, y: 0))
            try desk.pass(milliseconds: 50)
            let below = try #require(desk.fixture.compositor.window(titled: "target"))
            #expect(desk.fixture.compositor.windows.last !== below)
            try desk.pickUp(with: .pen)
            try desk.carry(with: .pen, to: Desk.away)
            #expect(desk.fixture.compositor.windows.last !== below, "normal pressure only holds the drag")
            desk.pressure = 1700
            try desk.penMove(to: Desk.away)
            try desk.pass(milliseconds: 10)
            for _ in 0..<4 where desk.fixture.compositor.windows.last !== below {
                try desk.penMove(to: Desk.away)
                try desk.pass(milliseconds: 9)
            }
            #expect(desk.fixture.compositor.windows.last === below)
            #expect(desk.fixture.drags.isDragging)
            #expect(desk.haptics == [.lift, .spring])
            try desk.accept(desk.target)
            try desk.drop(with: .pen)
            #expect(desk.target.log.contains(.drop))
            #expect(desk.haptics == [.lift, .spring, .target, .landing])
            withExtendedLifetime(cover) {}
        }

        @Test(arguments: Hand.allCases)
        func unpluggingCancelsTheDragWithItsVisual(_ hand: Hand) throws {
            let desk = try Desk()
            try Play.unplugged(hand)(desk)

            #expect(!desk.target.log.contains(.drop))
            #expect(desk.target.log.contains(.leave))
            #expect(desk.source.log.contains(.sourceCancelled))
            let interruption: DragInterruption = hand == .touchscreen ? .touchCancelled : .deviceGone
            #expect(desk.outcomes == [.interrupted(interruption)])
            guard case .flyBack = desk.imageEndings.first else {
                Issue.record("the image ends by \(desk.imageEndings)")
                return
            }
            try desk.pass(milliseconds: 2000)
            #expect(desk.fixture.host.stage.bounds == .zero, "nothing is shown any more")
            expectNothingSticks(desk)

            // With another device, everything works.
            desk.fixture.clearLogs()
            let other: Hand = hand == .touchscreen ? .mouse : .touchscreen
            try Play.wholeDrag(other)(desk)
            #expect(desk.outcomes == [.finished(.copy)])
        }

        @Test(arguments: Hand.allCases)
        func unpluggingAnotherDeviceChangesNothing(_ hand: Hand) throws {
            let desk = try Desk()
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            for other in Hand.allCases where other != hand { desk.machine.unplug(desk.device(of: other)) }
            desk.machine.unplug(desk.keyboard)
            try desk.pass(milliseconds: 50)
            #expect(desk.fixture.drags.isDragging)
            try desk.accept(desk.target)
            try desk.drop(with: hand)
            #expect(desk.target.log.contains(.drop))
        }

        @Test func aButtonOnTwoMiceIsReleasedWithTheLastOne() throws {
            let desk = try Desk()
            let second = desk.machine.plug(.mouse)
            try desk.pickUp(with: .mouse)
            second.press(BTN_LEFT)
            try desk.pass(milliseconds: 30)
            try desk.carry(with: .mouse, to: Desk.away)
            desk.mouse.release(BTN_LEFT)
            try desk.pass(milliseconds: 30)
            #expect(desk.fixture.drags.isDragging)
            desk.machine.unplug(desk.mouse)
            try desk.pass(milliseconds: 30)
            #expect(desk.fixture.drags.isDragging, "the other one still holds it")
            second.release(BTN_LEFT)
            try desk.pass(milliseconds: 30)
            #expect(!desk.fixture.drags.isDragging)
        }

        @Test(arguments: [Hand.mouse, .touchscreen])
        func aDragSurvivesLostEvents(_ hand: Hand) throws {
            let desk = try Desk()
            try Play.lostEvents(hand)(desk)
            #expect(desk.target.log.contains(.drop))
            #expect(desk.outcomes == [.finished(.copy)])
            expectNothingSticks(desk)
        }

        @Test(arguments: [Hand.mouse, .touchscreen])
        func aReleaseThatWasLostIsStillADrop(_ hand: Hand) throws {
            let desk = try Desk()
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            desk.device(of: hand).emit(EV_SYN, SYN_DROPPED, 0)
            try desk.drop(with: hand)
            #expect(desk.target.log.contains(.drop))
            expectNothingSticks(desk)
        }

        @Test func suspendingCancelsAndResumingGoesOn() throws {
            let desk = try Desk()
            try desk.pickUp(with: .mouse)
            try desk.carry(with: .mouse, to: Desk.away)
            desk.real.suspend()
            try desk.pass(milliseconds: 30)
            #expect(desk.outcomes == [.interrupted(.deviceGone)])
            #expect(desk.real.router.present.isEmpty)
            #expect(desk.real.shortage != nil)
            expectNothingSticks(desk)

            desk.fixture.clearLogs()
            try desk.real.resume()
            desk.mouse.release(BTN_LEFT)
            try desk.pass(milliseconds: 30)
            #expect(desk.real.router.present.count == 5)
            #expect(desk.real.shortage == nil)
            try Play.wholeDrag(.mouse)(desk)
            #expect(desk.outcomes == [.finished(.copy)])
        }

        @Test func aGestureGoesToTheHostWhileAFingerDrags() throws {
            let desk = try Desk()
            let heard = Heard<InputEvent.Gesture>()
            desk.real.router.onGesture = { gesture, _ in heard.all.append(gesture) }
            try desk.pickUp(with: .touchscreen)
            for slot in 0..<3 { desk.padFingers.down(Int32(slot), 600 + Int32(slot) * 300, 400) }
            desk.padFingers.frame()
            for step in 1...12 {
                try desk.pass(milliseconds: 10)
                for slot in 0..<3 { desk.padFingers.move(Int32(slot), 600 + Int32(slot) * 300 + Int32(step) * 25, 400) }
                desk.padFingers.frame()
            }
            for slot in 0..<3 { desk.padFingers.up(Int32(slot)) }
            desk.padFingers.frame()
            try desk.pass(milliseconds: 500)
            #expect(heard.all.contains { $0.phase == .swipeBegan })
            #expect(heard.all.last?.phase == .swipeEnded(.completed))
            #expect(desk.fixture.drags.isDragging)
        }
    }
}

/// The values that a closure received.
final class Heard<Value> {
    var all: [Value] = []
}

/// Checks that no button, touch point, key or grab remains after a drag.
func expectNothingSticks(_ desk: Desk) {
    #expect(!desk.fixture.drags.isDragging)
    #expect(desk.seat.grab == nil)
    #expect(desk.seat.pointer.pressedButtons.isEmpty)
    #expect(desk.seat.touch.downFingers.isEmpty)
    #expect(desk.seat.keyboard.pressedKeys.isEmpty)
}
