// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// A target that accepts none of the source's types is offered conversions (HIG-25); other targets are not.
struct MeetingTests {
    private static let origin = DragOrigin(
        surface: SurfaceID(1), application: ApplicationID(1), container: ContainerID(1), position: Point(x: 0, y: 0))
    private static let target = Target(
        surface: SurfaceID(2), application: ApplicationID(2), container: ContainerID(2), dialect: .negotiating)

    /// A text, over a window of another application.
    private struct Hand {
        var session: DragSession
        var offers: UInt64 = 0
        var effects: [DragEffect] = []
        var target = MeetingTests.target

        init(
            _ types: Representations = ["text/plain"], actions: DragActions = [.copy, .move],
            over target: Target = MeetingTests.target
        ) {
            self.target = target
            let source = DragSource(
                types: types, actions: actions, dialect: .negotiating,
                further: Conversion.further(than: types, able: .all))
            session = DragSession.begin(source, from: MeetingTests.origin).session
            enter()
        }

        var offer: OfferID { OfferID(offers) }
        var offered: Representations { session.offeredTypes }

        mutating func enter(at point: Point = Point(x: 100, y: 100)) {
            offers += 1
            effects = session.enter(target, global: point, local: point, offer: offer)
        }

        /// Carries out the new offers, as the owner of the session does.
        mutating func obey() {
            if effects.contains(.offerAgain(target.surface)) { enter(at: session.pointer) }
        }

        mutating func answers(_ type: MimeType?) {
            effects = session.setActions(offer, mask: type == nil ? [] : .copy, preferred: type == nil ? [] : .copy)
            effects += session.accept(offer, type)
        }

        mutating func waits() {
            effects = session.refusalStood(target.surface)
        }
    }

    @Test func targetThatAcceptsAnOwnTypeIsNotOfferedConversions() {
        var hand = Hand()
        #expect(hand.offered == ["text/plain"])
        hand.answers("text/plain")
        hand.answers(nil)
        hand.waits()
        #expect(hand.effects.isEmpty)
        #expect(hand.offered == ["text/plain"])
    }

    /// GTK 4 transfers drops on its own windows without the protocol, and finds no common format after a second
    /// `enter`.
    @Test func theSourcesApplicationGetsNoNewOffer() {
        var own = Self.target
        own.application = Self.origin.application
        var hand = Hand(over: own)
        hand.answers(nil)
        #expect(!hand.effects.contains(.watchRefusal(own.surface)))
        hand.waits()
        #expect(hand.effects.isEmpty)
    }

    @Test func aRefusalCountsOnlyAfterADelay() {
        var hand = Hand()
        hand.answers(nil)
        #expect(hand.effects.contains(.watchRefusal(Self.target.surface)))
        hand.answers("text/plain")
        hand.waits()
        #expect(hand.effects.isEmpty)
    }

    @Test func conversionsAreOfferedAfterTheSourcesOwnTypes() throws {
        var hand = Hand()
        hand.answers(nil)
        hand.waits()
        #expect(hand.effects == [.offerAgain(Self.target.surface)])
        hand.obey()
        #expect(hand.offered.first == "text/plain")
        #expect(hand.offered.last == "text/uri-list")
        #expect(
            hand.effects.contains { effect in
                guard case .target(.enter(_, let offering?, _)) = effect else { return false }
                return offering.types == hand.offered
            })
        hand.answers("text/uri-list")
        #expect(!hand.effects.contains(.offerAgain(Self.target.surface)))
        #expect(hand.session.acceptedType == "text/uri-list")
        // The source does not know the converted types.
        #expect(hand.effects.contains(.source(.target("text/plain"))))
        #expect(hand.session.action == .copy)
        #expect(hand.session.verdict(onReading: "text/uri-list", from: hand.offer) == .forward)
        let conversion = try #require(hand.session.source?.conversion(to: "text/uri-list"))
        #expect(conversion.origin == "text/plain")
    }

    /// A terminal refuses over its title bar, and accepts both text and lists below it.
    @Test func aListIsNotOfferedWhereTextIsAccepted() {
        var hand = Hand()
        hand.answers(nil)
        hand.waits()
        hand.obey()
        _ = hand.session.move(to: Point(x: 100, y: 200))
        hand.answers("text/uri-list")
        #expect(hand.effects.contains(.offerAgain(Self.target.surface)))
        hand.obey()
        #expect(hand.offered == ["text/plain"])
        hand.answers("text/plain")
        hand.waits()
        #expect(hand.effects.isEmpty)
        #expect(hand.session.acceptedType == "text/plain")
    }

    @Test func aFolderBelowATitleBarIsAcceptedInTheEnd() {
        var hand = Hand()
        hand.answers(nil)
        hand.waits()
        hand.obey()
        _ = hand.session.move(to: Point(x: 100, y: 200))
        hand.answers("text/uri-list")
        hand.obey()
        hand.answers(nil)
        hand.waits()
        hand.obey()
        hand.answers("text/uri-list")
        #expect(hand.session.acceptedType == "text/uri-list")
        _ = hand.session.move(to: Point(x: 100, y: 300))
        hand.answers(nil)
        hand.answers("text/uri-list")
        #expect(!hand.effects.contains(.offerAgain(Self.target.surface)))
        // The result is kept.
        _ = hand.session.leave(global: Point(x: 900, y: 0))
        hand.enter()
        #expect(hand.offered.contains("text/uri-list"))
    }

    @Test func convertedContentIsAlwaysCopied() {
        // With a policy that permits moves.
        let target = Self.target
        let types: Representations = ["image/png"]
        let source = DragSource(
            types: types, actions: [.copy, .move], dialect: .negotiating,
            further: Conversion.further(than: types, able: .all))
        var session = DragSession.begin(source, from: Self.origin, policy: .wayland).session
        _ = session.enter(target, global: .zero, local: .zero, offer: OfferID(1))
        _ = session.accept(OfferID(1), nil)
        _ = session.refusalStood(target.surface)
        _ = session.enter(target, global: .zero, local: .zero, offer: OfferID(2))
        _ = session.setActions(OfferID(2), mask: [.copy, .move], preferred: .move)
        _ = session.accept(OfferID(2), "image/png")
        #expect(session.action == .move)
        _ = session.accept(OfferID(2), "image/jpeg")
        #expect(session.action == .copy)
    }

    @Test func aRefusalOfASurfaceThatWasLeftHasNoEffect() {
        var hand = Hand()
        hand.answers(nil)
        _ = hand.session.leave(global: .zero)
        hand.waits()
        #expect(hand.effects.isEmpty)
    }

    @Test func withoutConversionsThereIsNoNewOffer() {
        var hand = Hand(["application/x-own"])
        hand.answers(nil)
        #expect(!hand.effects.contains(.watchRefusal(Self.target.surface)))
        hand.waits()
        #expect(hand.effects.isEmpty)
    }
}
