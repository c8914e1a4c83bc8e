// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayAccess
import DrayCore
import DrayHeadless
import Foundation
import Glibc
import HeadlessDesktop
import ProgramLines
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer

/// HIG-33: the events that a screen reader receives during drags, with the real `dray-access` and at-spi2-core's real
/// bus and registry.
@Suite(.serialized) final class SpeakingTests: SpokenDrag {
    init() throws { try super.init(on: AccessBus()) }

    /// Processes pending events of the compositor.
    func serve() { fixture.compositor.dispatch(timeout: 5) }

    func wait(_ what: String, for reader: Lines, until holds: ([Heard]) -> Bool) throws {
        try reader.wait(what, serve: serve) { holds($0.compactMap(Heard.init)) }
    }

    /// Drags and drops at the speed of a user.
    private func drag(heardBy reader: Lines) throws {
        let before = reader.heard.count
        try begin()
        try wait("the beginning", for: reader) { $0.count > before }
        let count = reader.heard.count
        try take()
        try wait("the target", for: reader) { $0.count > count }
        try fixture.release()
        try fixture.settle()
        try wait("the drop", for: reader) { $0.count > count + 1 }
        try finish()
        try wait("the end", for: reader) { $0.count > before + 3 && $0.last?.text == "Copied" }
    }

    func finish() throws {
        let offer = try #require(target.dragOffer?.object)
        let read = target.receive("text/plain", from: offer)
        for _ in 0..<100 where read.poll() == .open { try fixture.settle() }
        offer.finish()
        try fixture.settle()
    }

    // MARK: Announcements

    @Test func dragIsAnnounced() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak()
        try drag(heardBy: reader)
        let heard = reader.heard
        #expect(
            heard.map(\.text) == ["Picked up 1 item", "Over “target”, will copy", "Dropped on “target”", "Copied"])
        #expect(heard.allSatisfy { $0.event == "announcement" })
        #expect(heard.map(\.number) == [1, 1, 1, 2])
        // They are sent at least 150 ms apart (`SpeechTests`), and a loaded bus may deliver the first of two later.
        for (one, next) in zip(heard, heard.dropFirst()) { #expect(next.milliseconds - one.milliseconds >= 75) }
    }

    @Test func notificationReplacesUnsupportedAnnouncement() throws {
        let reader = try bus.reader("on", "listen object:state-changed:showing")
        speak()
        try drag(heardBy: reader)
        let heard = reader.heard
        #expect(
            heard.map(\.text) == ["Picked up 1 item", "Over “target”, will copy", "Dropped on “target”", "Copied"])
        // ATSPI_ROLE_NOTIFICATION
        #expect(heard.allSatisfy { $0.event == "showing" && $0.number == 101 })
    }

    /// Only the buses and the registry may report that there are no listeners, or that a listener has disconnected.
    @Test func fakeAbsenceOfListenersIsIgnored() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak()
        try drag(heardBy: reader)
        for kind in ["session", "access"] {
            let impostor = try bus.impostor(kind, to: #require(fixture.host.engine.speaker))
            try impostor.wait("the forged signals", serve: serve) { $0.contains("done") }
        }
        let before = reader.heard.count
        try drag(heardBy: reader)
        #expect(
            reader.heard[before...].map(\.text)
                == ["Picked up 1 item", "Over “target”, will copy", "Dropped on “target”", "Copied"])
    }

    @Test func nothingIsAnnouncedTwice() throws {
        let reader = try bus.reader("on", "listen object:state-changed:showing", "listen object:announcement")
        speak()
        try drag(heardBy: reader)
        #expect(reader.heard.allSatisfy { $0.event == "announcement" })
        #expect(reader.heard.count == 4)
    }

    @Test func broaderRegistrationReceivesAnnouncements() throws {
        let reader = try bus.reader("on", "listen object:")
        speak()
        try drag(heardBy: reader)
        #expect(reader.heard.count == 4)
    }

    @Test func announcementsUseTheLanguage() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak(in: .japanese)
        try begin()
        try wait("the beginning", for: reader) { $0.first?.text == "1個の項目をつかみました" }
    }

    // MARK: Silence

    @Test func withoutAScreenReaderNothingIsStarted() throws {
        var words: [AccessWord] = []
        let helper = try #require(
            AccessHelper(program, environment: bus.environment, loop: fixture.compositor.display.eventLoop) {
                if case .said(let word) = $0 { words.append(word) }
            })
        let deadline = ContinuousClock.now + .timeout(20)
        while words.isEmpty, ContinuousClock.now < deadline { serve() }
        #expect(words == [.listens(false)])
        #expect(helper.send(.say("not heard", .polite)))
        #expect(try !bus.knows("org.a11y.Bus"))
    }

    @Test func nothingIsSentWithoutListeners() throws {
        let reader = try bus.reader("on", "listen object:focus")
        var words: [AccessWord] = []
        var hasDone = false
        let helper = try #require(
            AccessHelper(program, environment: bus.environment, loop: fixture.compositor.display.eventLoop) {
                switch $0 {
                case .said(.listens(let listens)): words.append(.listens(listens))
                case .said(.done): hasDone = true
                default: break
                }
            })
        try reader.wait("an answer", serve: serve) { _ in words == [.listens(false)] }
        helper.send(.say("not heard", .polite))
        // Requests are handled in order: the list is answered after the text was sent or discarded.
        helper.send(.list(number: 1, process: getpid(), milliseconds: 1_000))
        try reader.wait("an answer", serve: serve) { _ in hasDone }
        reader.tell("listen object:announcement")
        try reader.wait("an answer", serve: serve) { _ in words == [.listens(false), .listens(true)] }
        helper.send(.say("heard", .polite))
        try wait("the announcement", for: reader) { !$0.isEmpty }
        #expect(reader.heard.map(\.text) == ["heard"])
        reader.tell("deafen object:announcement")
        try reader.wait("an answer", serve: serve) { _ in words == [.listens(false), .listens(true), .listens(false)] }
    }

    @Test func screenReaderTurnedOnLaterReceivesAnnouncements() throws {
        speak()
        try begin()
        try take()
        let reader = try bus.reader("listen object:announcement")
        try endUnheard(reader)
        reader.tell("on")
        try reader.wait("the command", serve: serve) { $0.contains("ok on") }
        try untilHeard(reader)
        #expect(!reader.heard.isEmpty)
        // And stops receiving them again.
        reader.tell("off")
        try reader.wait("the command", serve: serve) { $0.contains("ok off") }
        try untilUnheard(reader)
    }

    /// The helper was first started for the desktop's settings, without reporting listeners; the second announcer uses
    /// another catalogue.
    @Test func announcementsMayStartLaterAndRestart() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        #expect(fixture.host.engine.followDesktop(environment: bus.environment, program: program))
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(1) { serve() }
        speak()
        try drag(heardBy: reader)
        let count = reader.heard.count
        speak(in: .german)
        try begin()
        try take()
        try wait("German speech", for: reader) { $0.count > count && $0[count].text == "1 Objekt aufgenommen" }
        fixture.host.engine.followDesktop([])
        try fixture.release()
        try fixture.settle()
        try finish()
    }

    /// Ends the drag, which is not announced while the screen reader is off.
    private func endUnheard(_ reader: Lines) throws {
        try fixture.release()
        try fixture.settle()
        try finish()
        #expect(reader.heard.isEmpty)
    }

    /// Drags until a complete drag is not announced.
    private func untilUnheard(_ reader: Lines) throws {
        let deadline = ContinuousClock.now + .timeout(30)
        while ContinuousClock.now < deadline {
            let count = reader.heard.count
            try begin()
            try take()
            try fixture.release()
            try fixture.settle()
            try finish()
            // Includes delayed announcements.
            let end = ContinuousClock.now + .milliseconds(800)
            while ContinuousClock.now < end { serve() }
            if reader.heard.count == count { return }
        }
        throw AccessBus.Failure(description: "the screen reader is off, and hears \(reader.heard.map(\.text))")
    }

    /// Begins drags until one is announced, since it is not visible from outside when the helper has found a listener.
    private func untilHeard(_ reader: Lines) throws {
        let deadline = ContinuousClock.now + .timeout(30)
        while reader.heard.isEmpty, ContinuousClock.now < deadline {
            try begin()
            for _ in 0..<20 { serve() }
            try fixture.release()
            try fixture.settle()
            reader.read()
        }
    }

    @Test func helperExitsWithoutASessionBus() throws {
        let own = bus.environment.filter { !$0.hasPrefix("DBUS") && !$0.hasPrefix("XDG") }
        var events: [AccessHelper.Event] = []
        let helper = AccessHelper(
            program, environment: own + ["DBUS_SESSION_BUS_ADDRESS=disabled:"],
            loop: fixture.compositor.display.eventLoop
        ) { events.append($0) }
        let deadline = ContinuousClock.now + .timeout(20)
        while events.count < 2, ContinuousClock.now < deadline { serve() }
        #expect(helper != nil)
        guard events.count == 2, case .said(.quiet) = events[0], case .ended = events[1] else {
            Issue.record("\(events)")
            return
        }
        // Drags still work.
        #expect(fixture.host.engine.speak(in: .english, environment: own, program: program))
        try begin()
        try take()
        #expect(fixture.drags.isDragging)
    }

    // MARK: Failures

    @Test func registryMayRestart() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak()
        try drag(heardBy: reader)
        reader.tell("kill")
        reader.tell("embed")
        try reader.wait("a new registry", serve: serve) { $0.contains("ok embed") }
        let count = reader.heard.count
        try begin()
        try wait("the next drag", for: reader) { $0.count > count }
        #expect(reader.heard.last?.text == "Picked up 1 item")
        // The application is registered with the new registry.
        let deadline = ContinuousClock.now + .timeout(20)
        while !reader.lines.contains("application dray"), ContinuousClock.now < deadline {
            reader.tell("applications")
            for _ in 0..<10 { serve() }
            reader.read()
        }
        #expect(reader.lines.contains("application dray"))
    }

    @Test func helperIsRestartedThreeTimes() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak()
        var processes: Set<Int32> = []
        for round in 0..<4 {
            let count = reader.heard.count
            try begin()
            try wait("drag \(round)", for: reader) { $0.count > count }
            let process = try #require(fixture.host.engine.speaker)
            processes.insert(process)
            kill(process, SIGKILL)
            // The drag goes on.
            try take()
            #expect(fixture.drags.isDragging)
            let deadline = ContinuousClock.now + .timeout(20)
            while fixture.host.engine.speaker == process, ContinuousClock.now < deadline { serve() }
            try fixture.key(1, .pressed)
            try fixture.key(1, .released)
            #expect(!fixture.drags.isDragging)
            try fixture.release()
            try fixture.settle()
        }
        #expect(processes.count == 4)
        try begin()
        for _ in 0..<20 { serve() }
        #expect(fixture.host.engine.speaker == nil)
        #expect(fixture.drags.isDragging)
    }

    @Test func hangingHelperDoesNotBlock() throws {
        var words: [AccessWord] = []
        let helper = try #require(
            AccessHelper(program, environment: bus.environment, loop: fixture.compositor.display.eventLoop) {
                if case .said(let word) = $0 { words.append(word) }
            })
        let deadline = ContinuousClock.now + .timeout(20)
        while words.isEmpty, ContinuousClock.now < deadline { serve() }
        kill(try #require(helper.processID), SIGSTOP)
        let start = ContinuousClock.now
        var taken = 0
        let text = String(repeating: "x", count: 1900)
        for _ in 0..<5000 where helper.send(.say(text, .polite)) { taken += 1 }
        // The socket buffer takes some of the requests, and the rest is lost without blocking.
        #expect(taken < 5000)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func hangingBusDoesNotBlock() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak()
        try drag(heardBy: reader)
        let count = reader.heard.count
        let process = try #require(try bus.accessBusID())
        kill(process, SIGSTOP)
        let start = ContinuousClock.now
        for _ in 0..<5 {
            try begin()
            try take()
            try fixture.key(1, .pressed)
            try fixture.key(1, .released)
            try fixture.release()
            try fixture.settle()
        }
        #expect(ContinuousClock.now - start < .seconds(2))
        kill(process, SIGCONT)
        try wait("the end", for: reader) { $0.count > count && $0.last?.text == "Cancelled" }
    }

    @Test func memoryUseIsSmall() throws {
        let reader = try bus.reader("on", "listen object:announcement")
        speak()
        try drag(heardBy: reader)
        let process = try #require(fixture.host.engine.speaker)
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        #expect(kilobytes <= 8192, "\(kilobytes) KB")
    }
}
