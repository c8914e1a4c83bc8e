// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct FeedbackTests {
    @Test func beginningIsAnnouncedAndHasHapticFeedback() {
        var source = Sample.source
        source.itemCount = 3
        let effects = DragSession.begin(source, from: Sample.origin).effects
        #expect(
            effects == [
                .announce(.pickedUp(itemCount: 3)),
                .haptic(.lift),
                .presentation(.feedback(Feedback(outcome: .undecided, itemCount: 3))),
            ])
    }

    @Test func nothingIsHighlightedBeforeTheContentHasLeft() {
        var session = DragSession.over(Sample.home)
        #expect(session.feedback.outcome == .undecided)
        _ = session.accept(Sample.offer, "text/plain")
        let effects = session.setActions(Sample.offer, mask: .all, preferred: [])
        #expect(effects.feedback == [.move])
        #expect(effects.haptics.isEmpty)
        #expect(!effects.contains(.highlight(Sample.home.surface)))
    }

    @Test func containerIsHighlightedWhenTheContentComesBack() {
        var session = DragSession.over(Sample.home)
        _ = session.leave(global: .zero)
        session.enterFar(Sample.home, offer: Sample.otherOffer)
        _ = session.accept(Sample.otherOffer, "text/plain")
        let effects = session.setActions(Sample.otherOffer, mask: .all, preferred: [])
        #expect(effects.contains(.highlight(Sample.home.surface)))
        #expect(effects.haptics == [.target])
    }

    @Test func highlightComesWithAcceptanceAndGoesWithTheContent() {
        var session = DragSession.over(Sample.foreign)
        #expect(!session.accept(Sample.offer, "text/plain").contains(.highlight(Sample.foreign.surface)))
        let taken = session.setActions(Sample.offer, mask: .copy, preferred: .copy)
        #expect(taken.contains(.highlight(Sample.foreign.surface)))
        #expect(session.leave(global: .zero).contains(.highlight(nil)))
    }

    @Test func highlightGoesWithARefusalAndWithTheDrop() {
        var refused = DragSession.accepted(by: Sample.foreign)
        #expect(refused.accept(Sample.offer, nil).contains(.highlight(nil)))
        var dropped = DragSession.accepted(by: Sample.foreign)
        #expect(dropped.drop().contains(.highlight(nil)))
    }

    @Test func stepsAreAnnounced() {
        var session = DragSession.over(Sample.foreign)
        #expect(session.feedback.outcome == .notPossible)
        _ = session.accept(Sample.offer, "text/plain")
        let taken = session.setActions(Sample.offer, mask: .copy, preferred: .copy)
        #expect(taken.contains(.announce(.over(Sample.foreign.surface, .copy))))
        #expect(session.drop().contains(.announce(.dropped(Sample.foreign.surface))))
        #expect(session.finish(Sample.offer).contains(.announce(.ended(.finished(.copy)))))
    }

    @Test func itemsThatBecomeKnownLaterAreShown() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.itemCountChanged(to: 5)
        #expect(
            effects == [
                .announce(.pickedUp(itemCount: 5)),
                .presentation(.feedback(Feedback(outcome: .copy, itemCount: 5))),
            ])
        #expect(session.itemCountChanged(to: 5).isEmpty)
    }

    @Test func badgeShowsTheNumberOfAcceptedItems() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.itemCountChanged(to: 5)
        let effects = session.takeItems(Sample.offer, count: 2)
        #expect(effects == [.presentation(.feedback(Feedback(outcome: .copy, itemCount: 2)))])
        #expect(
            session.takeItems(Sample.offer, count: 9).presented == [
                .feedback(Feedback(outcome: .copy, itemCount: 5))
            ])
    }
}
