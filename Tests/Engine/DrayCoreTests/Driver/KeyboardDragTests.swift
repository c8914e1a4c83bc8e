// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// HIG-32: a complete drag by keyboard.
@Suite struct KeyboardDragTests {
    private typealias Effect = KeyboardDrag.Effect
    private let window = SurfaceID(1)
    private let start = Point(x: 100, y: 100)
    private let around = KeyboardDrag.Surroundings(
        stops: [
            DropCandidate(surface: SurfaceID(1), point: Point(x: 100, y: 100)),
            DropCandidate(surface: SurfaceID(2), point: Point(x: 500, y: 100)),
            DropCandidate(surface: SurfaceID(3), point: Point(x: 900, y: 100)),
        ],
        window: Rectangle(x: 50, y: 50, width: 200, height: 200),
        screen: Rectangle(x: 0, y: 0, width: 1000, height: 600))

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    /// Presses and releases a key.
    private func tap(
        _ drag: inout KeyboardDrag, _ meaning: KeyboardDragKeys.Meaning, shift: Bool = false, at time: UInt64
    ) -> [KeyboardDrag.Effect] {
        let effects = drag.pressed(meaning, code: 1, shift: shift, around, at: at(time))
        #expect(drag.released(1) == true)
        return effects
    }

    /// Checks every millisecond.
    private func run(_ drag: inout KeyboardDrag, _ times: ClosedRange<UInt64>) -> [(UInt64, KeyboardDrag.Effect)] {
        times.flatMap { time in drag.look(at: at(time)).map { (time, $0) } }
    }

    /// A drag that was picked up at 1000 ms.
    private func carrying() -> KeyboardDrag {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = tap(&drag, .confirm, at: 0)
        _ = run(&drag, 0...100)
        #expect(drag.dragBegan(at: at(1000)) == [])
        #expect(drag.look(at: at(1000)) == [.move(start)])
        return drag
    }

    @Test func theShortcutTogglesPicking() {
        var drag = KeyboardDrag()
        #expect(drag.begin(at: start, in: window) == [.start, .move(start), .tell(.picking(window))])
        #expect(drag.isOn)
        #expect(drag.begin(at: start, in: window) == [.tell(.ended(.interrupted(.escape))), .end])
        #expect(!drag.isOn)
    }

    @Test func arrowsMoveByOnePointAndWithShiftByTen() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        #expect(tap(&drag, .right, at: 0) == [.move(Point(x: 101, y: 100))])
        #expect(tap(&drag, .up, shift: true, at: 0) == [.move(Point(x: 101, y: 90))])
        #expect(drag.nextLook == nil)
    }

    @Test func aHeldArrowRepeatsWithIncreasingSpeed() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = drag.pressed(.right, code: 7, shift: false, around, at: at(0))
        #expect(drag.nextLook == at(400))
        _ = run(&drag, 0...2000)
        let far = drag.point?.x ?? 0
        #expect(far > 600)
        #expect(drag.released(7) == true)
        #expect(drag.nextLook == nil)
        _ = run(&drag, 2001...3000)
        #expect(drag.point?.x == far)
    }

    /// The sequence that begins a drag in every toolkit: 50 ms, press, 30 ms, then a motion every 16 ms, the first by
    /// 12 points.
    @Test func returnPressesAndMovesAway() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        #expect(tap(&drag, .confirm, at: 0) == [.move(start)])
        let seen = run(&drag, 0...150)
        #expect(seen.map(\.0) == [50, 80, 96, 112, 128, 144])
        #expect(
            seen.map(\.1) == [.press] + [12.0, 16, 20, 24, 28].map { .move(Point(x: 100 + $0, y: 100)) })
        #expect(drag.dragBegan(at: at(151)) == [])
        #expect(drag.nextLook == at(151))
        #expect(drag.look(at: at(151)) == [.move(start)])
        #expect(drag.nextLook == nil)
    }

    @Test func nearTheRightEdgeThePointerMovesLeft() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: Point(x: 240, y: 100), in: window)
        _ = tap(&drag, .confirm, at: 0)
        #expect(run(&drag, 0...80).map(\.1) == [.press, .move(Point(x: 228, y: 100))])
    }

    /// A press that is released at the same position would be a click.
    @Test func aFailedLiftIsAnnouncedAndDoesNotClick() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = tap(&drag, .confirm, at: 0)
        let seen = run(&drag, 0...1000).map(\.1)
        #expect(seen.suffix(4) == [.leaveWindow(at: start), .tell(.notDraggable), .release, .move(start)])
        #expect(seen.filter { $0 == .press }.count == 1)
        #expect(drag.isOn, "picking continues")
        #expect(tap(&drag, .cancel, at: 1001).last == .end)
    }

    @Test func inAWindowThatFillsTheScreenTheButtonIsReleasedInTheFarthestCorner() {
        #expect(KeyboardDrag.refuge(from: start, in: around) == Point(x: 48, y: 100))
        let screen = Rectangle(x: 0, y: 0, width: 1000, height: 600)
        let full = KeyboardDrag.Surroundings(window: screen, screen: screen)
        #expect(KeyboardDrag.refuge(from: start, in: full) == Point(x: 999, y: 599))
        #expect(KeyboardDrag.refuge(from: start, in: KeyboardDrag.Surroundings()).x < 0)
    }

    @Test func escapeDuringTheLiftDoesNotClickEither() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = tap(&drag, .confirm, at: 0)
        _ = run(&drag, 0...90)
        #expect(tap(&drag, .cancel, at: 90) == [.leaveWindow(at: start)])
        #expect(run(&drag, 91...200).map(\.1) == [.release, .end])
        #expect(!drag.isOn)
    }

    @Test func aDragThatBeginsAfterThatIsCancelled() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = tap(&drag, .confirm, at: 0)
        _ = run(&drag, 0...90)
        _ = tap(&drag, .cancel, at: 90)
        _ = drag.dragBegan(at: at(95))
        #expect(drag.look(at: at(95)) == [.cancel])
        #expect(drag.dragEnded() == [.release, .end])
    }

    @Test func tabMovesToTheNextWindowThatAcceptsTheContent() {
        var drag = carrying()
        #expect(tap(&drag, .next, at: 2000) == [.move(Point(x: 100, y: 100))])
        // The first does not answer, the second accepts.
        let first = run(&drag, 2000...2216)
        #expect(first.map(\.0) == [2016, 2216, 2216])
        #expect(
            first.map(\.1) == [
                .move(Point(x: 101, y: 100)), .tell(.takesNothing(SurfaceID(1))), .move(Point(x: 500, y: 100)),
            ])
        _ = run(&drag, 2217...2240)
        drag.answered(.copy, at: at(2240))
        _ = run(&drag, 2241...2300)
        #expect(drag.nextLook == nil)
        #expect(drag.point == Point(x: 501, y: 100))
        #expect(tap(&drag, .confirm, at: 2400) == [.release])
        #expect(drag.dragEnded() == [.end])
    }

    /// Another press of Tab does not wait for the answer of the current stop, and does not restart.
    @Test func tabDuringATraversalContinuesFromTheCurrentStop() {
        var drag = carrying()
        _ = tap(&drag, .next, at: 2000)
        _ = run(&drag, 2000...2300)
        #expect(tap(&drag, .next, at: 2301) == [.move(Point(x: 900, y: 100))])
        // The third refuses, as the first did; the second was left before its answer.
        #expect(run(&drag, 2301...2517).map(\.1).last == .move(Point(x: 500, y: 100)))
        let refused = run(&drag, 2518...3000).map(\.1)
        #expect(refused.suffix(3) == [.tell(.takesNothing(SurfaceID(2))), .move(start), .tell(.nothingTakes)])
    }

    @Test func shiftAndTabDuringATraversalGoesBack() {
        var drag = carrying()
        _ = tap(&drag, .next, at: 2000)
        _ = run(&drag, 2000...2020)
        drag.answered(.copy, at: at(2020))
        _ = run(&drag, 2021...2100)
        _ = tap(&drag, .next, at: 2200)
        _ = run(&drag, 2200...2430)
        #expect(
            tap(&drag, .previous, at: 2440) == [.move(Point(x: 100, y: 100))], "the second has refused, the first not")
    }

    /// Any number of stops, with a key press before each answer: all of them are visited in order.
    @Test func repeatedTabVisitsAllStops() {
        var drag = carrying()
        let points = (0..<3).map { tap(&drag, .next, at: 2000 + $0).last }
        #expect(points == [100.0, 500, 900].map { .move(Point(x: $0, y: 100)) })
        #expect(tap(&drag, .next, at: 2010) == [.move(Point(x: 100, y: 100))])
    }

    /// Stops in one window that refuse one after the other, for seconds.
    @Test func aLongTraversalIsAnnounced() {
        var drag = carrying()
        let stops = (0..<30).map {
            DropCandidate(surface: window, point: Point(x: 100, y: Double($0) * 10), name: "\($0)")
        }
        _ = press(&drag, .next, knowing: stops, at: 2000)
        let told = run(&drag, 2000...6500).filter { if case .tell = $0.1 { true } else { false } }
        #expect(told.map(\.1).first == .tell(.lookingForPlace) && told.map(\.0).first == 2500)
        let times = told.map(\.0)
        #expect(zip([2000] + times, times + [6500]).allSatisfy { $1 - $0 <= 3000 }, "\(times)")
    }

    // MARK: Names

    /// Named objects in the first window, a second window, and a named object in a third, followed by that window
    /// itself.
    private func named(photo: Double = 140) -> [DropCandidate] {
        [
            DropCandidate(surface: window, point: Point(x: 80, y: 120), name: "Beach", window: around.window),
            DropCandidate(surface: window, point: Point(x: 80, y: photo), name: "Photo", window: around.window),
            DropCandidate(surface: SurfaceID(2), point: Point(x: 500, y: 100)),
            DropCandidate(surface: SurfaceID(3), point: Point(x: 850, y: 90), name: "Mail"),
            DropCandidate(surface: SurfaceID(3), point: Point(x: 900, y: 100)),
        ]
    }

    private func found(
        _ drag: inout KeyboardDrag, _ stops: [DropCandidate], at time: UInt64
    ) -> [KeyboardDrag.Effect] {
        drag.found(KeyboardDrag.Surroundings(stops: stops), at: at(time))
    }

    private func press(
        _ drag: inout KeyboardDrag, _ meaning: KeyboardDragKeys.Meaning, knowing stops: [DropCandidate]? = nil,
        at time: UInt64
    ) -> [KeyboardDrag.Effect] {
        drag.pressed(meaning, code: 1, shift: false, KeyboardDrag.Surroundings(stops: stops), at: at(time))
    }

    @Test func tabWaitsForNames() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        #expect(press(&drag, .next, at: 0) == [.lookAround])
        // Each press counts, and the surroundings are requested once.
        #expect(press(&drag, .next, knowing: named(), at: 1) == [])
        #expect(found(&drag, named(), at: 50) == [.move(Point(x: 80, y: 140)), .tell(.pickingItem("Photo"))])
        #expect(found(&drag, named(), at: 51) == [])
        #expect(
            press(&drag, .previous, knowing: named(), at: 60) == [
                .move(Point(x: 80, y: 120)), .tell(.pickingItem("Beach")),
            ])
        // The traversal is cyclic.
        #expect(
            press(&drag, .previous, knowing: named(), at: 61) == [
                .move(Point(x: 900, y: 100)), .tell(.picking(SurfaceID(3))),
            ])
    }

    @Test func aNamedObjectIsPressedAtItsCurrentPosition() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = press(&drag, .previous, knowing: Array(named()[..<2]), at: 0)
        #expect(press(&drag, .confirm, at: 10) == [.lookAround])
        // It was scrolled in the meantime.
        #expect(found(&drag, named(photo: 60), at: 40) == [.move(Point(x: 80, y: 60))])
        #expect(run(&drag, 40...120).map(\.1) == [.press, .move(Point(x: 92, y: 60))])
    }

    @Test func aRemovedObjectIsNotPressed() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = press(&drag, .next, knowing: named(), at: 0)
        _ = press(&drag, .confirm, at: 10)
        #expect(found(&drag, Array(named()[1...]), at: 40) == [.tell(.notDraggable)])
        #expect(run(&drag, 40...1000).isEmpty && drag.isOn)
        // If an application no longer answers, its earlier answer counts.
        _ = press(&drag, .next, knowing: named(), at: 1000)
        _ = press(&drag, .confirm, at: 1001)
        #expect(found(&drag, [], at: 1500) == [.move(Point(x: 80, y: 140))])
    }

    /// The list of a slow application may omit an object that it contained earlier.
    @Test func anObjectMissingFromAPartialListIsPressedAtItsLastPosition() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = press(&drag, .next, knowing: named(), at: 0)
        #expect(press(&drag, .confirm, at: 10) == [.lookAround])
        let around = KeyboardDrag.Surroundings(stops: Array(named()[1...]), partial: [window])
        #expect(drag.found(around, at: at(510)) == [.move(Point(x: 80, y: 120))])
    }

    @Test func tabAndReturnBothWaitForTheSurroundings() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = press(&drag, .next, at: 0)
        #expect(press(&drag, .confirm, at: 1) == [])
        #expect(
            found(&drag, named(), at: 50) == [
                .move(Point(x: 80, y: 120)), .tell(.pickingItem("Beach")), .move(Point(x: 80, y: 120)),
            ])
        #expect(run(&drag, 50...100).map(\.1) == [.press])
    }

    @Test(arguments: [KeyboardDragKeys.Meaning.left, .cancel]) func otherKeysEndTheWait(
        meaning: KeyboardDragKeys.Meaning
    ) {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = press(&drag, .next, at: 0)
        _ = press(&drag, meaning, at: 1)
        #expect(found(&drag, named(), at: 50) == [])
    }

    /// Every key is answered: users who cannot see the screen would wait otherwise.
    @Test func tabWithoutStopsIsAnnounced() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        #expect(press(&drag, .next, knowing: [], at: 0) == [.tell(.picking(nil))])
        #expect(press(&drag, .previous, at: 1) == [.lookAround])
        #expect(found(&drag, [], at: 50) == [.tell(.picking(nil))])
        #expect(drag.point == start && drag.isOn)
    }

    @Test func tabVisitsTheObjectsInEachWindow() {
        var drag = carrying()
        #expect(press(&drag, .next, at: 2000) == [.lookAround])
        #expect(found(&drag, named(), at: 2050) == [.move(Point(x: 80, y: 120))])
        // The first stop of a window has a longer timeout. A window without an accepting stop is announced once, after
        // its last one.
        let refused = run(&drag, 2050...2700)
        #expect(refused.map(\.0) == [2066, 2266, 2282, 2402, 2402, 2418, 2618, 2618, 2634])
        #expect(
            refused.map(\.1).filter { if case .tell = $0 { true } else { false } } == [
                .tell(.takesNothing(window)), .tell(.takesNothing(SurfaceID(2))),
            ])
        drag.answered(.copy, at: at(2701))
        #expect(run(&drag, 2701...2800).map(\.1) == [.tell(.overZone("Mail", .copy))])
        #expect(drag.point == Point(x: 851, y: 90))
        // The next stop is the window itself, for which the session announces nothing.
        _ = press(&drag, .next, knowing: named(), at: 2900)
        _ = run(&drag, 2900...2920)
        drag.answered(.copy, at: at(2921))
        #expect(run(&drag, 2921...3000).map(\.1).last == .tell(.over(SurfaceID(3), .copy)))
    }

    /// If only one stop accepts the content, Tab returns to it and announces it to users who cannot see the screen.
    @Test(arguments: [nil, "Mail"]) func tabThatReturnsToTheSameStopIsAnnounced(name: String?) {
        var drag = carrying()
        let stops = [DropCandidate(surface: SurfaceID(2), point: Point(x: 500, y: 100), name: name)]
        let words = name.map { Announcement.overZone($0, .copy) } ?? .over(SurfaceID(2), .copy)
        for (round, time) in [UInt64(2000), 3000, 4000].enumerated() {
            #expect(press(&drag, .next, knowing: stops, at: time) == [.move(Point(x: 500, y: 100))])
            _ = run(&drag, time...(time + 20))
            drag.answered(.copy, at: at(time + 20))
            let said = run(&drag, (time + 21)...(time + 100)).map(\.1)
            // At first, the session announces the window.
            #expect(said == (round > 0 ? [.sayAgain, .tell(words)] : name == nil ? [] : [.tell(words)]))
        }
    }

    @Test func namesDoNotMoveThePointerAfterItTookOver() {
        var drag = carrying()
        _ = press(&drag, .next, at: 2000)
        _ = drag.handMoved(to: Point(x: 300, y: 300))
        #expect(found(&drag, named(), at: 2050) == [])
        #expect(drag.nextLook == nil)
    }

    /// Some clients accept first and refuse right afterwards.
    @Test func anAcceptanceCountsOnlyIfItIsStable() {
        var drag = carrying()
        _ = tap(&drag, .previous, at: 2000)
        _ = run(&drag, 2000...2020)
        drag.answered(.copy, at: at(2020))
        _ = run(&drag, 2021...2060)
        drag.answered(.notPossible, at: at(2060))
        let seen = run(&drag, 2061...2300).map(\.1)
        #expect(seen.first == .tell(.takesNothing(SurfaceID(3))))
    }

    @Test func returnBeforeTheAnswerDropsOnArrival() {
        var drag = carrying()
        _ = tap(&drag, .next, at: 2000)
        #expect(tap(&drag, .confirm, at: 2001) == [])
        _ = run(&drag, 2001...2020)
        drag.answered(.move, at: at(2020))
        #expect(run(&drag, 2021...2100).map(\.1) == [.release])
    }

    @Test func withoutAnAcceptingStopThePointerReturns() {
        var drag = carrying()
        _ = tap(&drag, .right, shift: true, at: 1500)
        _ = tap(&drag, .next, at: 2000)
        #expect(run(&drag, 2000...3000).map(\.1).suffix(2) == [.move(Point(x: 110, y: 100)), .tell(.nothingTakes)])
        #expect(drag.point == Point(x: 110, y: 100))
    }

    @Test func aMotionBeyondTheTremorThresholdTakesOver() {
        var drag = carrying()
        #expect(drag.handMoved(to: Point(x: 105, y: 100)) == [])
        #expect(drag.handMoved(to: Point(x: 120, y: 100)) == [.tell(.pointerTookOver)])
        #expect(drag.handMoved(to: Point(x: 121, y: 100)) == [])
        // Keys continue from there.
        #expect(tap(&drag, .right, at: 3000) == [.move(Point(x: 122, y: 100))])
    }

    /// The host reports the pointer position when its grab begins, without a motion by the user.
    @Test func anImmediateMotionIsNotReverted() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        _ = tap(&drag, .confirm, at: 0)
        _ = run(&drag, 0...100)
        _ = drag.dragBegan(at: at(100))
        #expect(drag.handMoved(to: Point(x: 116, y: 100)) == [])
        #expect(drag.handMoved(to: Point(x: 300, y: 100)) == [.tell(.pointerTookOver)])
        #expect(drag.nextLook == nil)
    }

    @Test func aButtonPressEndsPicking() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: start, in: window)
        #expect(drag.handPressed().last == .end)
    }

    @Test func escapeDuringTheDragIsHandledByTheDriver() {
        let drag = carrying()
        #expect(drag.meaning(of: 0xff1b, shift: false) == nil)
        #expect(drag.meaning(of: 0xff09, shift: false) == .next)
        #expect(drag.meaning(of: 0xff09, shift: true) == .previous)
        #expect(drag.meaning(of: 0xfe20, shift: true) == .previous)
        #expect(KeyboardDrag().meaning(of: 0xff0d, shift: false) == nil)
    }

    @Test func theShortcutFollowsTheKeysym() {
        let shortcut = KeyboardShortcut.dragByKeyboard
        #expect(shortcut.matches(keysym: 0x44, modifiers: [.logo, .shift]))
        #expect(shortcut.matches(keysym: 0x64, modifiers: [.logo, .shift, .capsLock, .numLock]))
        #expect(!shortcut.matches(keysym: 0x44, modifiers: [.logo]))
        #expect(!shortcut.matches(keysym: 0x44, modifiers: [.logo, .shift, .control]))
        #expect(!shortcut.matches(keysym: 0x65, modifiers: [.logo, .shift]))
    }

    /// In any order of events, beginnings and ends alternate, as do presses and releases. Nothing is pressed outside of
    /// them, and the drag ends once the user has released everything.
    @Test(arguments: UInt64(0)..<60) func everythingThatBeginsEnds(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var drag = KeyboardDrag()
        var time: UInt64 = 0
        var looks = 0
        var isOn = false, isPressed = false, isDragging = false
        var errands = 0
        let errand = KeyboardDrag.ScriptedDrag(
            from: around.stops![0], called: "Photo", to: around.stops![1], called: "Mail")
        func see(_ effects: [KeyboardDrag.Effect]) {
            for effect in effects {
                switch effect {
                case .start:
                    #expect(!isOn)
                    isOn = true
                case .end:
                    #expect(isOn)
                    #expect(!isPressed)
                    isOn = false
                case .press:
                    #expect(isOn && !isPressed)
                    isPressed = true
                case .release:
                    #expect(isOn && isPressed)
                    isPressed = false
                    guard isDragging else { continue }
                    isDragging = false
                    see(drag.dragEnded())
                case .cancel:
                    #expect(isDragging)
                    isDragging = false
                    see(drag.dragEnded())
                case .lookAround: looks += 1
                case .errandDone:
                    #expect(errands > 0)
                    errands -= 1
                case .move, .leaveWindow, .tell, .sayAgain: #expect(isOn || effect.isLastWord)
                }
            }
            #expect(drag.isOn == isOn)
        }
        for _ in 0..<400 {
            time += UInt64.random(in: 0...40, using: &random)
            switch Int.random(in: 0..<13, using: &random) {
            case 0: if !isDragging { see(drag.begin(at: start, in: window)) }
            case 1...3:
                let meaning: [KeyboardDragKeys.Meaning] = [.left, .down, .next, .previous, .confirm, .confirm, .cancel]
                let key = UInt32.random(in: 1...3, using: &random)
                see(
                    drag.pressed(
                        meaning.randomElement(using: &random)!, code: key, shift: Bool.random(using: &random),
                        [around, KeyboardDrag.Surroundings(), KeyboardDrag.Surroundings(stops: named())]
                            .randomElement(using: &random)!, at: at(time)))
                if looks > 0, Bool.random(using: &random) {
                    looks -= 1
                    see(
                        drag.found(
                            [around, KeyboardDrag.Surroundings(stops: named())].randomElement(using: &random)!,
                            at: at(time)))
                }
            case 4: _ = drag.released(UInt32.random(in: 1...3, using: &random))
            case 5:
                if isPressed, !isDragging {
                    isDragging = true
                    see(drag.dragBegan(at: at(time)))
                }
            case 6:
                if isDragging {
                    isDragging = false
                    see(drag.dragEnded())
                }
            case 7: drag.answered([.copy, .notPossible, .undecided].randomElement(using: &random)!, at: at(time))
            case 8: if isDragging { see(drag.handMoved(to: Point(x: Double(time % 700), y: 5))) }
            case 9: if Int.random(in: 0..<10, using: &random) == 0 { see(drag.handPressed()) }
            case 11 where !drag.isOn && !isDragging:
                errands += 1
                see(drag.begin(errand, at: at(time)))
            case 10: if Int.random(in: 0..<10, using: &random) == 0 { see(drag.keyboardGone(at: at(time))) }
            default: see(drag.look(at: at(time)))
            }
        }
        if isDragging {
            isDragging = false
            see(drag.dragEnded())
        }
        see(drag.keyboardGone(at: at(time)))
        for _ in 0..<2000 where drag.isOn {
            time += 1
            see(drag.look(at: at(time)))
        }
        #expect(!isOn && !isPressed && !drag.isOn)
        #expect(errands == 0)
        #expect(drag.nextLook == nil)
    }
}

extension KeyboardDrag.Effect {
    /// Whether the effect may precede or follow the end.
    fileprivate var isLastWord: Bool {
        switch self {
        case .tell: true
        case .start, .move, .leaveWindow, .lookAround, .sayAgain, .press, .release, .cancel, .errandDone, .end: false
        }
    }
}
