// SPDX-License-Identifier: MIT

import Randomness
import Testing

@testable import DrayCore

/// HIG-34: touch releases next to a position that accepts the content.
@Suite struct NearMissTests {
    private let finger = Point(x: 300, y: 200)
    /// The window under the finger, and its neighbour.
    private let window = SurfaceID(1)
    private let neighbour = SurfaceID(2)

    private func begin(_ places: Int = NearMiss.placeLimit) throws -> (NearMiss, NearMiss.Effect) {
        let begun = try #require(begin(inside(NearMiss.places(around: finger).prefix(places))))
        return (begun.nearMiss, try #require(begun.effect))
    }

    private func begin(
        _ places: [NearMiss.Spot], awaiting awaited: NearMiss.Awaited = .nothing
    ) -> (nearMiss: NearMiss, effect: NearMiss.Effect?)? {
        NearMiss.begin(at: finger, over: window, places: places, awaiting: awaited, time: .zero)
    }

    private func inside(_ points: some Sequence<Point>) -> [NearMiss.Spot] { points.map { .init($0, in: window) } }
    private func beside(_ points: Point...) -> [NearMiss.Spot] { points.map { .init($0, in: neighbour) } }

    private func ms(_ time: UInt64) -> Instant { Instant(microseconds: time * 1000) }

    @Test func thereAreEightSpotsWithinReachTheNearestFirst() {
        let places = NearMiss.places(around: finger)
        let distances = places.map { $0.squaredDistance(to: finger).squareRoot() }
        #expect(places.count == NearMiss.placeLimit && Set(places).count == places.count)
        #expect(distances.allSatisfy { $0 > 0 && $0 <= NearMiss.reach })
        #expect(distances == distances.sorted())
    }

    /// Any area as large as the distance between the spots, with its centre within a finger's reach, contains a spot.
    @Test func noAreaOfMinimumSizeIsMissed() {
        let places = NearMiss.places(around: .zero) + [.zero]
        for x in stride(from: -NearMiss.reach, through: NearMiss.reach, by: 1) {
            for y in stride(from: -NearMiss.reach, through: NearMiss.reach, by: 1) {
                let side = NearMiss.spacing
                let zone = Rectangle(x: x - side / 2, y: y - side / 2, width: side + 0.01, height: side + 0.01)
                #expect(places.contains(where: zone.contains), "\(x), \(y)")
            }
        }
    }

    @Test func withoutSpotsThereIsNothingToProbe() {
        #expect(begin([]) == nil)
    }

    /// Named objects come first, and spots of the square that they cover are skipped.
    @Test func namedObjectsAreProbedFirst() throws {
        let squares = NearMiss.places(around: finger)
        let begun = try #require(begin(inside(squares), awaiting: .names))
        var miss = begun.nearMiss
        #expect(begun.effect == nil)
        miss.answered(true, at: ms(2))
        let mail = finger + Point(x: 20, y: 3)
        let bin = squares[0] + Point(x: 1, y: 1)
        #expect(miss.found(inside([bin, mail]), at: ms(30)) == .move(bin + Point(x: -1, y: 1)))
        #expect(miss.found(inside([mail]), at: ms(31)) == nil, "once")
        var seen: [Point] = []
        while let due = miss.nextLook {
            if case .move(let point)? = miss.look(at: due) { seen.append(point) }
        }
        #expect(seen.contains(mail) && !seen.contains(squares[0]))
        #expect(miss.isOver)
    }

    /// Many clients accept once, when the content enters their window.
    @Test func windowThatAcceptsOnceGetsTheDrop() throws {
        let place = finger + Point(x: 12, y: 0)
        var (miss, effect) = try #require(begin(beside(place)))
        #expect(effect == .move(place + Point(x: -1, y: 0)))
        miss.answered(true, at: ms(3))
        #expect(miss.look(at: ms(16)) == .move(place))
        #expect(miss.look(at: ms(32)) == .drop)
        // A window that revokes it does not get the drop.
        (miss, effect) = try #require(begin(beside(place)))
        miss.answered(true, at: ms(3))
        _ = miss.look(at: ms(16))
        miss.answered(false, at: ms(20))
        #expect(miss.look(at: ms(66)) == .giveUp)
    }

    /// A host may not have drawn any window since it was asked for their positions.
    @Test func windowsThatAreNotDrawnYetAreAwaited() throws {
        let begun = try #require(begin([], awaiting: .windows))
        var miss = begun.nearMiss
        #expect(begun.effect == nil && miss.awaitsWindows && miss.nextLook == ms(100))
        let place = finger + Point(x: 12, y: 0)
        let effect = miss.found(beside(place), at: ms(100))
        #expect(effect == .move(place - Point(x: 1, y: 0)) && !miss.awaitsWindows)
        var other = begun.nearMiss
        let none = other.found([], at: ms(100))
        #expect(none == .giveUp && other.isOver)
    }

    @Test func missingNamesAreNotAwaitedForLong() throws {
        var miss = try #require(begin(inside([finger + Point(x: 9, y: 0)]), awaiting: .names)).nearMiss
        #expect(miss.nextLook == ms(100))
        #expect(miss.look(at: ms(100)) == .move(finger + Point(x: 8, y: 0)))
        // Without other spots, it ends here.
        var other = try #require(begin([], awaiting: .names)).nearMiss
        #expect(other.look(at: ms(100)) == .giveUp)
        #expect(other.isOver)
    }

    @Test func firstAcceptanceGetsTheDropAfterALastMotion() throws {
        var (miss, first) = try begin()
        let place = NearMiss.places(around: finger)[0]
        #expect(first == .move(place + Point(x: 0, y: 1)))
        #expect(miss.look(at: ms(15)) == nil)
        #expect(miss.look(at: ms(16)) == .move(place))
        miss.answered(true, at: ms(18))
        #expect(miss.look(at: ms(33)) == nil)
        #expect(miss.look(at: ms(34)) == .drop)
        #expect(miss.isOver && miss.nextLook == nil && miss.look(at: ms(500)) == nil)
    }

    /// Chromium answers for the motion before the last.
    @Test func answerToTheFirstMotionIsForThePreviousSpot() throws {
        var (miss, _) = try begin()
        miss.answered(true, at: ms(5))
        _ = miss.look(at: ms(16))
        #expect(miss.look(at: ms(40)) == nil)
        #expect(miss.look(at: ms(50)) == .move(NearMiss.places(around: finger)[1] + Point(x: 1, y: 0)))
    }

    @Test func anUnstableAcceptanceDoesNotCount() throws {
        var (miss, _) = try begin(1)
        _ = miss.look(at: ms(16))
        miss.answered(true, at: ms(20))
        miss.answered(false, at: ms(25))
        #expect(miss.look(at: ms(45)) == nil)
        #expect(miss.look(at: ms(50)) == .giveUp)
    }

    @Test func anAcceptanceAtTheLastMomentIsAwaited() throws {
        var (miss, _) = try begin()
        _ = miss.look(at: ms(16))
        miss.answered(true, at: ms(49))
        #expect(miss.look(at: ms(64)) == nil)
        #expect(miss.look(at: ms(65)) == .drop)
    }

    /// A slow client's acceptance of the previous spot is revoked for this one.
    @Test func lateAcceptanceDoesNotCountForTheNextSpot() throws {
        var (miss, _) = try begin()
        let second = NearMiss.places(around: finger)[1]
        _ = miss.look(at: ms(16))
        _ = miss.look(at: ms(50))
        #expect(miss.look(at: ms(66)) == .move(second))
        miss.answered(true, at: ms(68))
        #expect(miss.look(at: ms(84)) == nil, "it may be for the first spot")
        miss.answered(false, at: ms(90))
        #expect(miss.look(at: ms(100)) == .move(NearMiss.places(around: finger)[2] + Point(x: -1, y: 0)))
        _ = miss.look(at: ms(116))
        miss.answered(true, at: ms(120))
        #expect(miss.look(at: ms(149)) == nil)
        #expect(miss.look(at: ms(150)) == .drop, "a stable one counts")
    }

    /// An adjacent window is probed in more than one spot: its answer to the content's entering is for the first, and
    /// not for those farther in.
    @Test func adjacentWindowIsProbedInSeveralSpots() throws {
        let (edge, deeper) = (finger + Point(x: 6, y: 0), finger + Point(x: 15, y: 0))
        var (miss, effect) = try #require(begin(beside(edge, deeper)))
        #expect(effect == .move(edge - Point(x: 1, y: 0)))
        miss.answered(false, at: ms(3))
        #expect(miss.look(at: ms(16)) == .move(edge))
        #expect(miss.look(at: ms(50)) == .move(deeper - Point(x: 1, y: 0)))
        miss.answered(true, at: ms(52))
        #expect(miss.look(at: ms(66)) == .move(deeper))
        miss.answered(true, at: ms(68))
        effect = miss.look(at: ms(100))
        #expect(effect == .drop)
    }

    @Test func refusalsAllAroundEndInTime() throws {
        var (miss, _) = try begin()
        var time: UInt64 = 0
        var moves = 1
        while !miss.isOver {
            time += 1
            switch miss.look(at: ms(time)) {
            case .move: moves += 1
            case .drop: Issue.record("nothing was accepted")
            case .giveUp, nil: break
            }
        }
        #expect(time == 400 && moves == 16)
    }

    /// Holds for any answers of clients and any delays of checks.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func rulesHoldForRandomAnswers(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let places = NearMiss.places(around: finger).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        let windows = places.map { NearMiss.Spot($0, in: Bool.random(using: &random) ? window : neighbour) }
        guard var (miss, effect) = begin(windows)
        else { return #expect(places.isEmpty) }
        var now: UInt64 = 0
        var asked: [Point] = []
        var last: Point?
        /// The time since which the spot accepts the content, after the second motion to it.
        var yes: UInt64?
        /// The last answer between the two motions.
        var earlier: Bool?
        let lateness = [2_000, 20_000, 300_000].randomElement(using: &random)! as UInt64
        while true {
            switch effect {
            case .move(let point):
                #expect(point.squaredDistance(to: finger) <= NearMiss.reach * NearMiss.reach)
                yes = nil
                if let index = places.firstIndex(of: point) {
                    asked.append(point)
                    // The answer of a window that the content has just entered is for that spot.
                    let before = index > 0 ? windows[index - 1].window : window
                    if windows[index].window != before, earlier == true { yes = now }
                }
                last = point
                earlier = nil
                #expect(now < NearMiss.patience)
            case .drop:
                #expect(yes.map { now - $0 >= NearMiss.steadyTime } ?? false, "a stable acceptance")
                #expect(last == asked.last && places.contains(last ?? .zero), "a last motion to the spot")
                #expect(miss.isOver)
                return
            case .giveUp:
                #expect(miss.isOver)
                if lateness <= 2_000 { #expect(now <= NearMiss.patience + lateness) }
                #expect(asked == Array(places.prefix(asked.count)), "each once, in order")
                return
            case nil: break
            }
            let due = try #require(miss.nextLook)
            #expect(due.microseconds <= NearMiss.patience)
            if Bool.random(using: &random) {
                now += UInt64.random(in: 0...8_000, using: &random)
                let isTaken = Bool.random(using: &random)
                miss.answered(isTaken, at: Instant(microseconds: now))
                let isSecond = last.map(places.contains) ?? false
                yes = isTaken && isSecond ? yes ?? now : nil
                if !isSecond { earlier = isTaken }
                effect = nil
            } else {
                now = max(now, due.microseconds) + UInt64.random(in: 0...lateness, using: &random)
                effect = miss.look(at: Instant(microseconds: now))
            }
        }
    }
}
