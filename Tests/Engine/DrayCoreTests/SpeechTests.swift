// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-33: the selection of announcements and their timing.
@Suite struct SpeechTests {
    private let photo = SurfaceID(1)
    private let mail = SurfaceID(2)

    private func time(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    /// An instance with a known listener.
    private var listened: Speech {
        var speech = Speech()
        #expect(speech.listenersChanged(areThere: true, at: time(0)) == [])
        return speech
    }

    /// Returns all pending announcements with their times in milliseconds.
    private func rest(of speech: inout Speech) -> [(UInt64, Announcement)] {
        var said: [(UInt64, Announcement)] = []
        while let due = speech.due {
            for case .say(let announcement, _) in speech.look(at: due) {
                said.append((due.microseconds / 1000, announcement))
            }
        }
        return said
    }

    @Test func listenersAreQueriedOnce() {
        var speech = Speech()
        #expect(speech.announce(.pickedUp(itemCount: 1), at: time(0)) == [.findListeners])
        #expect(speech.announce(.dropped(mail), at: time(10)) == [])
        #expect(speech.due == nil)
        #expect(speech.listenersChanged(areThere: true, at: time(50)) == [.say(.dropped(mail), .polite)])
    }

    @Test func withoutListenersNothingIsAnnounced() {
        var speech = Speech()
        _ = speech.announce(.pickedUp(itemCount: 1), at: time(0))
        #expect(speech.listenersChanged(areThere: false, at: time(10)) == [])
        #expect(speech.announce(.ended(.finished(.copy)), at: time(20)) == [])
        #expect(speech.due == nil)
        // Earlier steps are not announced to a new listener.
        #expect(speech.listenersChanged(areThere: true, at: time(30)) == [])
        #expect(speech.announce(.pickedUp(itemCount: 2), at: time(40)) == [.say(.pickedUp(itemCount: 2), .polite)])
    }

    @Test func thereIsAPauseBetweenAnyTwo() {
        var speech = listened
        #expect(speech.announce(.pickedUp(itemCount: 1), at: time(0)) == [.say(.pickedUp(itemCount: 1), .polite)])
        #expect(speech.announce(.dropped(mail), at: time(20)) == [])
        #expect(speech.look(at: time(149)) == [])
        #expect(speech.due == time(Speech.pause / 1000))
        #expect(rest(of: &speech).map(\.1) == [.dropped(mail)])
        // In every case the interval is at least 150 ms.
        speech = listened
        var last: UInt64?
        for step in 0..<400 {
            let now = UInt64(step) * 7
            let announcement: Announcement =
                switch step % 5 {
                case 0: .pickedUp(itemCount: step)
                case 1: .takesNothing(SurfaceID(UInt64(step)))
                case 2: .nothingTakes
                case 3: .dropped(mail)
                default: .ended(.missed)
                }
            for case .say in speech.announce(announcement, at: time(now)) + speech.look(at: time(now)) {
                if let last { #expect(now - last >= 150) }
                last = now
            }
        }
        #expect(last != nil)
    }

    @Test func theNewestPositionWins() {
        var speech = listened
        _ = speech.announce(.pickedUp(itemCount: 1), at: time(0))
        _ = speech.announce(.takesNothing(photo), at: time(10))
        _ = speech.announce(.nothingTakes, at: time(20))
        #expect(rest(of: &speech).map(\.1) == [.nothingTakes])
    }

    @Test func aPositionIsAnnouncedOnceItIsStable() {
        var speech = listened
        _ = speech.announce(.over(photo, .notPossible), at: time(0))
        _ = speech.announce(.over(mail, .copy), at: time(200))
        #expect(speech.look(at: time(260)) == [])
        let said = rest(of: &speech)
        #expect(said.map(\.1) == [.over(mail, .copy)])
        #expect(said.first?.0 == 200 + Speech.dwell / 1000)
    }

    @Test func aPositionThatReturnsIsNotRepeated() {
        var speech = listened
        _ = speech.announce(.over(mail, .copy), at: time(0))
        #expect(rest(of: &speech).count == 1)
        _ = speech.announce(.over(mail, .notPossible), at: time(1000))
        _ = speech.announce(.over(mail, .copy), at: time(1050))
        #expect(rest(of: &speech).isEmpty)
        // A request by key repeats it.
        _ = speech.announce(.notDraggable, at: time(2000))
        #expect(rest(of: &speech).isEmpty)
        #expect(speech.announce(.notDraggable, at: time(3000)) == [.say(.notDraggable, .polite)])
    }

    @Test func theCurrentPositionIsRepeatedOnRequest() {
        var speech = listened
        _ = speech.announce(.over(mail, .copy), at: time(0))
        #expect(rest(of: &speech).map(\.1) == [.over(mail, .copy)])
        speech.forgetPlace()
        _ = speech.announce(.over(mail, .copy), at: time(1000))
        #expect(rest(of: &speech).map(\.1) == [.over(mail, .copy)])
    }

    @Test func theEndIsAlwaysAnnouncedLast() {
        var speech = listened
        _ = speech.announce(.pickedUp(itemCount: 1), at: time(0))
        _ = speech.announce(.over(mail, .copy), at: time(10))
        _ = speech.announce(.dropped(mail), at: time(20))
        _ = speech.announce(.ended(.finished(.copy)), at: time(30))
        #expect(speech.due.map { $0.microseconds / 1000 } == Speech.pause / 1000)
        #expect(speech.look(at: time(200)) == [.say(.ended(.finished(.copy)), .assertive)])
        #expect(speech.due == nil)
    }

    @Test func anEndIsNotReplacedByTheNextDrag() {
        var speech = listened
        _ = speech.announce(.pickedUp(itemCount: 1), at: time(0))
        _ = speech.announce(.ended(.missed), at: time(10))
        _ = speech.announce(.pickedUp(itemCount: 3), at: time(20))
        _ = speech.announce(.ended(.finished(.move)), at: time(30))
        #expect(rest(of: &speech).map(\.1) == [.ended(.missed), .ended(.finished(.move))])
    }

    @Test func queuedEndsAreLimited() {
        var speech = Speech()
        for count in 0..<1000 {
            _ = speech.announce(.pickedUp(itemCount: count), at: time(UInt64(count)))
            _ = speech.announce(.ended(.missed), at: time(UInt64(count)))
        }
        _ = speech.listenersChanged(areThere: true, at: time(2000))
        #expect(rest(of: &speech).count <= 4)
    }

    @Test func outdatedStepsAreNotAnnouncedExceptTheEnd() {
        var speech = Speech()
        _ = speech.announce(.pickedUp(itemCount: 1), at: time(0))
        #expect(speech.listenersChanged(areThere: true, at: time(2001)) == [])
        #expect(speech.due == nil)
        speech = Speech()
        _ = speech.announce(.ended(.missed), at: time(0))
        #expect(speech.listenersChanged(areThere: true, at: time(5000)) == [.say(.ended(.missed), .assertive)])
    }

    @Test func listenersAreQueriedAgainIfAStepIsQueued() {
        var speech = listened
        _ = speech.announce(.pickedUp(itemCount: 1), at: time(0))
        #expect(speech.speakerEnded() == [])
        #expect(speech.announce(.dropped(mail), at: time(10)) == [.findListeners])
        #expect(speech.speakerEnded() == [.findListeners])
        speech.speakerMissing()
        #expect(speech.announce(.ended(.missed), at: time(20)) == [])
        #expect(speech.due == nil)
    }
}
