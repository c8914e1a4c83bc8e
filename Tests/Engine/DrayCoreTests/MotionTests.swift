// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct MotionTests {
    @Test func imageAppearsAfterThreePoints() {
        var session = DragSession.sample()
        let start = Sample.origin.position
        #expect(session.move(to: start).image == .staysHidden)
        #expect(session.move(to: start + Point(x: 2.9, y: 0)).image == .staysHidden)
        #expect(session.move(to: start + Point(x: 2, y: 2.2)).image == .staysHidden)
        #expect(session.move(to: start + Point(x: 0, y: -3)).image == .appears)
        #expect(session.move(to: start).image == .moves)
        #expect(session.pointer == start)
    }

    @Test func thresholdIsMeasuredFromTheStartAndNotBetweenMotions() {
        var session = DragSession.sample()
        let start = Sample.origin.position
        let images = (1...4).map { session.move(to: start + Point(x: Double($0), y: 0)).image }
        #expect(images == [.staysHidden, .staysHidden, .appears, .moves])
    }

    @Test func thresholdIsTheStyles() {
        var session = DragSession.begin(Sample.source, from: Sample.origin, imageThreshold: 10).session
        let start = Sample.origin.position
        #expect(session.move(to: start + Point(x: 9, y: 0)).image == .staysHidden)
        #expect(session.move(to: start + Point(x: 10, y: 0)).image == .appears)
    }

    @Test func protocolRunsBeforeTheImageAppears() {
        var session = DragSession.sample()
        _ = session.enter(Sample.home, global: Sample.origin.position, local: Sample.inside, offer: Sample.offer)
        #expect(session.move(to: Sample.origin.position).recipient == Sample.home.surface)
        _ = session.accept(Sample.offer, "text/plain")
        _ = session.setActions(Sample.offer, mask: .all, preferred: [])
        _ = session.drop()
        let effects = session.finish(Sample.offer)
        #expect(effects.presented.isEmpty)  // There is no image to land.
        #expect(effects.outcome == .finished(.move))
    }

    @Test func enteringFarAwayShowsTheImage() {
        var session = DragSession.sample()
        #expect(session.enterFar(Sample.foreign).presented.first == .imageAppears(at: Sample.far))
        #expect(session.leave(global: .zero).presented.first == .imageMoves(to: .zero))
    }

    @Test func eventOfAMotionBecomesEffects() {
        var session = DragSession.over(Sample.foreign)
        let time = Instant(microseconds: 7000)
        let effects = session.handle(.motion(global: .zero, local: Sample.inside, at: time))
        #expect(
            effects == [
                .target(.motion(Sample.foreign.surface, to: Sample.inside, at: time)),
                .presentation(.imageMoves(to: .zero)),
            ])
    }
}
