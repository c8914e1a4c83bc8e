// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@Suite struct ScrollBurstTests {
    private let one = SurfaceID(1)
    private let other = SurfaceID(2)

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    @Test func scrolledSurfaceHasPointerFocusUntilScrollingEnds() {
        var burst = ScrollBurst()
        #expect(burst.scrolled(over: one, at: at(0)) == [.enter(one)])
        #expect(burst.scrolled(over: one, at: at(100)) == [])
        #expect(burst.look(at: at(200)) == [])
        #expect(burst.end == at(250))
        #expect(burst.look(at: at(250)) == [.leave(one), .repeatMotion])
        #expect(burst.end == nil)
    }

    @Test func anotherSurfaceGetsPointerFocus() {
        var burst = ScrollBurst()
        _ = burst.scrolled(over: one, at: at(0))
        #expect(burst.scrolled(over: other, at: at(10)) == [.leave(one), .enter(other)])
        #expect(burst.scrolled(over: nil, at: at(20)) == [.leave(other)])
        #expect(burst.stop() == [])
    }

    @Test func aDropEndsPointerFocusImmediately() {
        var burst = ScrollBurst()
        _ = burst.scrolled(over: one, at: at(0))
        #expect(burst.stop() == [.leave(one)])
        #expect(burst.look(at: at(1000)) == [])
    }

    /// For random input, every `enter` is followed by one `leave` of the same surface, and there is never more than
    /// one.
    @Test(arguments: UInt64(0)..<40) func enterAndLeaveAlternate(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var burst = ScrollBurst()
        var inside: SurfaceID?
        var time: UInt64 = 0
        for _ in 0..<300 {
            time += UInt64.random(in: 0...200, using: &random)
            let effects =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: burst.stop()
                case 1: burst.look(at: at(time))
                default: burst.scrolled(over: [nil, one, other].randomElement(using: &random)!, at: at(time))
                }
            for effect in effects {
                switch effect {
                case .enter(let surface):
                    #expect(inside == nil)
                    inside = surface
                case .leave(let surface):
                    #expect(inside == surface)
                    inside = nil
                case .repeatMotion: #expect(inside == nil)
                }
            }
            #expect((burst.end != nil) == (inside != nil))
        }
    }
}
