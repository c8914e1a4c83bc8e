// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@Suite struct DwellTests {
    private let window = SurfaceID(1)
    private let other = SurfaceID(2)
    private let place = Point(x: 100, y: 100)

    /// An instance over the window from time 0 on.
    private func resting(wait: UInt64? = 750_000) -> Dwell {
        var dwell = Dwell(wait: wait)
        #expect(dwell.over(window, at: place, time: .zero) == [])
        return dwell
    }

    /// Performs all checks that are due, up to a time in milliseconds.
    /// - Returns: The effects, with their times.
    private func looks(_ dwell: inout Dwell, until end: UInt64, at point: Point? = nil) -> [String] {
        var seen: [String] = []
        while let time = dwell.nextLook, time.microseconds <= end * 1000 {
            for effect in dwell.look(at: time, pointer: point ?? place) {
                seen.append("\(effect) \(time.microseconds / 1000)")
            }
        }
        return seen
    }

    @Test func hoveringSpringsAfterTwoFlashes() {
        var dwell = resting()
        let seen = looks(&dwell, until: 1000).filter { !$0.hasPrefix("repeat") }
        #expect(seen == ["flash 250", "spring 750"])
        #expect(dwell.flashing == nil)
    }

    /// A long delay is the host's choice. It does not extend the repetition of motions.
    @Test func longDelaysAreSupported() {
        var dwell = resting(wait: 8_000_000)
        let seen = looks(&dwell, until: 20_000)
        #expect(seen.filter { !$0.hasPrefix("repeat") } == ["flash 7500", "spring 8000", "sleep 8000"])
        #expect(seen.last { $0.hasPrefix("repeat") } == "repeatMotion 4900")
    }

    @Test(arguments: [0, 100, 400] as [UInt64]) func aFirmPressDoesNotWait(after milliseconds: UInt64) {
        var dwell = resting()
        _ = looks(&dwell, until: milliseconds)
        let wasFlashing = dwell.flashing != nil
        #expect(dwell.press() == (wasFlashing ? [.endFlash, .spring] : [.spring]))
        #expect(dwell.flashing == nil && dwell.press() == [], "once")
        #expect(looks(&dwell, until: 5000).allSatisfy { !$0.hasPrefix("flash") && !$0.hasPrefix("spring") })
    }

    @Test func aSecondPressOpensAControlInTheRaisedWindow() {
        var dwell = resting()
        _ = dwell.press()
        dwell.goInside(at: .zero)
        #expect(dwell.press() == [.spring] && dwell.depth == .inside)
    }

    @Test func aFirmPressHasNoEffectWithoutSpringLoading() {
        var dwell = resting(wait: nil)
        #expect(dwell.press() == [])
        var refused = resting()
        refused.refuse()
        #expect(refused.press() == [])
        var nowhere = Dwell(wait: 750_000)
        #expect(nowhere.press() == [])
    }

    @Test func theLastMotionIsRepeatedTenTimesASecondForFiveSeconds() {
        var dwell = resting(wait: nil)
        let seen = looks(&dwell, until: 60_000)
        #expect(seen.filter { $0.hasPrefix("repeatMotion") }.count == 49)
        #expect(seen.last == "sleep 5000")
        #expect(dwell.nextLook == nil)
    }

    @Test func tremorCountsAsRest() {
        var dwell = resting()
        var time = Instant.zero
        var sprang = false
        for step in 0..<10 {
            time = time.advanced(byMicroseconds: 100_000)
            sprang =
                sprang || dwell.look(at: time, pointer: place + Point(x: Double(step % 2) * 9, y: 0)).contains(.spring)
        }
        #expect(sprang)
    }

    @Test func tenPointsRestartTheDelay() {
        var dwell = resting()
        _ = looks(&dwell, until: 600)
        #expect(dwell.flashing == window)
        let moved = place + Point(x: 11, y: 0)
        #expect(dwell.look(at: Instant(microseconds: 650_000), pointer: moved) == [.endFlash])
        let seen = looks(&dwell, until: 2000, at: moved).filter { !$0.hasPrefix("repeat") }
        #expect(seen == ["flash 900", "spring 1400"])
    }

    @Test func motionsOfAMovingPointerAreNotRepeated() {
        var dwell = resting(wait: nil)
        for step in 1...20 {
            let time = Instant(microseconds: UInt64(step) * 100_000)
            #expect(dwell.look(at: time, pointer: place + Point(x: Double(step), y: 0)) == [])
        }
    }

    @Test func anotherTargetEndsTheFlashesAndRestartsTheDelay() {
        var dwell = resting()
        _ = looks(&dwell, until: 300)
        #expect(dwell.over(other, at: place, time: Instant(microseconds: 300_000)) == [.endFlash])
        #expect(looks(&dwell, until: 1050).contains("spring 1050"))
        #expect(dwell.over(nil, at: place, time: Instant(microseconds: 1_100_000)) == [])
        #expect(dwell.nextLook == nil)
    }

    @Test func aTargetThatDoesNotSpringIsNotAskedAgain() {
        var dwell = resting()
        _ = looks(&dwell, until: 250)
        dwell.refuse()
        #expect(dwell.flashing == nil)
        #expect(looks(&dwell, until: 4000).allSatisfy { $0.hasPrefix("repeatMotion") })
    }

    @Test func aControlSpringsAfterItsWindowWasRaised() {
        var dwell = resting()
        #expect(dwell.depth == .outside)
        _ = looks(&dwell, until: 750)
        dwell.goInside(at: Instant(microseconds: 750_000))
        #expect(dwell.depth == .inside)
        let seen = looks(&dwell, until: 4000).filter { !$0.hasPrefix("repeat") }
        #expect(seen == ["flash 1000", "spring 1500"])
        let moved = place + Point(x: 11, y: 0)
        _ = dwell.look(at: Instant(microseconds: 4_100_000), pointer: moved)
        #expect(dwell.depth == .outside, "the next rest may be over another window")
    }

    @Test func aMotionAfterTheSleepRestartsTheDelay() {
        var dwell = resting()
        _ = looks(&dwell, until: 60_000)
        dwell.moved(to: place, at: Instant(microseconds: 60_000_000))
        #expect(looks(&dwell, until: 60_800).contains("spring 60750"))
    }

    @Test func aDelayIsAtLeastAsLongAsTheFlashes() {
        var dwell = resting(wait: 100_000)
        let seen = looks(&dwell, until: 1000).filter { !$0.hasPrefix("repeat") }
        #expect(seen == ["flash 0", "spring 500"])
    }

    /// In any order of events there are at most twenty checks per second, only the target under the content flashes,
    /// and nothing springs without flashes.
    @Test(arguments: UInt64(0)..<40) func rulesHoldForRandomEvents(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var dwell = Dwell(wait: [nil, 100_000, 750_000].randomElement(using: &random)!)
        var time = Instant.zero
        var pointer = place
        var over: SurfaceID?
        var flashed = false
        for _ in 0..<400 {
            time = time.advanced(byMicroseconds: UInt64.random(in: 0...300_000, using: &random))
            var effects: [Dwell.Effect] = []
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                over = [nil, window, other].randomElement(using: &random)!
                effects = dwell.over(over, at: pointer, time: time)
                flashed = false
            case 1: dwell.moved(to: pointer, at: time)
            case 2: Bool.random(using: &random) ? dwell.refuse() : dwell.goInside(at: time)
            case 3...5: pointer = pointer + Point(x: Double.random(in: -12...12, using: &random), y: 0)
            default: effects = dwell.look(at: time, pointer: pointer)
            }
            if effects.contains(.flash) { flashed = true }
            if effects.contains(.spring) {
                #expect(flashed)
                flashed = false
            }
            #expect(
                over != nil
                    || (dwell.nextLook == nil && dwell.flashing == nil && effects.allSatisfy { $0 == .endFlash }))
            #expect(dwell.flashing == nil || dwell.flashing == over)
        }
    }
}
