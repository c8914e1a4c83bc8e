// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-27: answers to the question whether to drop where a drop cannot be undone.
@Suite struct DropQuestionTests {
    private static let left: UInt32 = 0x110
    private let place = Point(x: 300, y: 200)
    private let away = Point(x: 600, y: 200)

    private func asking(_ device: DragDevice = .pointer(button: left), image: Rectangle? = nil) -> DragDriver {
        var driver = DragDriver(device)
        driver.ask(DropQuestion(at: place, image: image ?? Rectangle(x: 296, y: 196, width: 32, height: 32)))
        return driver
    }

    @Test func clickNearTheImageIsAYesOnRelease() {
        var driver = asking()
        #expect(driver.handle(.pointerButton(Self.left, .pressed)) == .kept)
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .answer(isWanted: true))
    }

    @Test func clickElsewhereIsANo() {
        var driver = asking()
        driver.handMoved(to: away)
        #expect(driver.handle(.pointerButton(Self.left, .pressed)) == .kept)
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .answer(isWanted: false))
    }

    @Test(arguments: [true, false]) func pressThatSlidesIsANo(endsNear: Bool) {
        var driver = asking()
        if endsNear { driver.handMoved(to: away) }
        _ = driver.handle(.pointerButton(Self.left, .pressed))
        driver.handMoved(to: endsNear ? place : away)
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .answer(isWanted: false))
    }

    /// A button that was pressed in addition to the first when the content was released.
    @Test func releaseOfAnEarlierPressIsNoAnswer() {
        var driver = asking()
        #expect(driver.handle(.pointerButton(0x111, .released)) == .kept)
    }

    @Test func ofTwoButtonsTheLastAnswers() {
        var driver = asking()
        _ = driver.handle(.pointerButton(Self.left, .pressed))
        _ = driver.handle(.pointerButton(0x111, .pressed))
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .kept)
        #expect(driver.handle(.pointerButton(0x111, .released)) == .answer(isWanted: true))
    }

    @Test func tapIsAYesOnlyAtAKnownPosition() {
        let finger = FingerID(7)
        var driver = asking(.finger(FingerID(0)))
        #expect(driver.handle(.finger(finger, .down)) == .kept)
        driver.handMoved(to: place)
        #expect(driver.handle(.finger(finger, .up)) == .answer(isWanted: true))
        #expect(driver.handle(.finger(finger, .down)) == .kept)
        #expect(driver.handle(.finger(finger, .up)) == .answer(isWanted: false), "the position is unknown")
    }

    @Test func fingerThatWasDownBeforeIsNotConsumed() {
        var driver = asking(.finger(FingerID(0)))
        #expect(driver.handle(.finger(FingerID(1), .moved)) == .passed)
        #expect(driver.handle(.finger(FingerID(1), .up)) == .passed)
    }

    @Test func aCancelledPressIsNoAnswer() {
        var driver = asking(.finger(FingerID(0)))
        _ = driver.handle(.finger(FingerID(0), .down))
        #expect(driver.handle(.finger(FingerID(0), .cancelled)) == .kept)
        #expect(driver.question?.isPressed == false)
        var mouse = asking()
        _ = mouse.handle(.pointerButton(Self.left, .pressed))
        #expect(mouse.handle(.deviceGone(.pointer)) == .passed)
        #expect(mouse.question?.isPressed == false)
    }

    @Test func returnIsAYesAndEscapeANo() {
        for keysym: UInt32 in [0xff0d, 0xff8d] {
            var driver = asking()
            #expect(driver.handle(.key(28, keysym: keysym, .pressed)) == .answer(isWanted: true))
            #expect(driver.handle(.key(28, keysym: keysym, .released)) == .kept)
        }
        var driver = asking()
        #expect(driver.handle(.key(1, keysym: 0xff1b, .pressed)) == .cancel(.escape))
    }

    @Test func returnHasNoEffectBeforeTheQuestion() {
        var driver = DragDriver(.pointer(button: Self.left))
        #expect(driver.handle(.key(28, keysym: 0xff0d, .pressed)) == .passed)
        driver.wait()
        #expect(driver.handle(.key(28, keysym: 0xff0d, .pressed)) == .passed)
    }

    @Test func thereIsAlwaysRoomForAYesAndForANo() {
        let none = DropQuestion(at: place, image: Rectangle(origin: place, size: .zero))
        #expect(none.area.contains(place + Point(x: 39, y: -39)) && !none.area.contains(place + Point(x: 41, y: 0)))
        let vast = DropQuestion(at: place, image: Rectangle(x: -1000, y: -1000, width: 4000, height: 4000))
        #expect(vast.area.contains(place + Point(x: 127, y: 0)) && !vast.area.contains(place + Point(x: 129, y: 0)))
        let far = DropQuestion(at: place, image: Rectangle(x: 1000, y: 0, width: 50, height: 50))
        #expect(far.area == none.area)
    }
}
