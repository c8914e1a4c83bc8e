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
import Repository
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer

/// HIG-35: haptic feedback for touch and pen, with a service that replaces feedbackd.
extension SpeakingTests {
    /// Starts a replacement of feedbackd, the haptic service of phones.
    private func feedback(_ arguments: String...) throws -> Lines {
        let program = Repository.clients + "/feedbackd.py"
        let service = try Lines(["/usr/bin/python3", program] + arguments, bus.environment)
        try service.wait("the service") { $0.contains("ready") }
        return service
    }

    private func dragByFinger() throws {
        try fixture.startTouchDrag(
            of: source, from: sourceWindow, at: Point(x: 50, y: 50),
            source: source.makeSource(types: ["text/plain"], actions: .copy))
        try fixture.touchMove(to: Point(x: 310, y: 20))
        try fixture.take(by: target, type: "text/plain", actions: .copy, preferred: .copy)
        try fixture.touchUp()
        try fixture.settle()
        try finish()
    }

    @Test func touchDragGivesHapticFeedback() throws {
        let service = try feedback()
        speak()
        try dragByFinger()
        let steps = ["button-pressed", "button-released", "window-close"]
        func felt(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("felt") } }
        try service.wait("the steps", serve: serve) { felt($0).count >= 3 }
        #expect(felt(service.lines) == zip(steps, ["answered", "unanswered", "unanswered"]).map { "felt \($0) \($1)" })
        // A drag by mouse gives no haptic feedback, since the user does not touch the device that vibrates.
        try begin()
        try take()
        try fixture.release()
        try fixture.settle()
        try finish()
        try dragByFinger()
        try service.wait("the steps", serve: serve) { felt($0).count >= 6 }
        #expect(felt(service.lines).suffix(3) == steps.map { "felt \($0) unanswered" })
    }

    /// A window behind others is raised while a finger hovers over it.
    @Test func springLoadingGivesHapticFeedback() throws {
        let service = try feedback()
        let cover = try fixture.makeWindow(of: source, at: Point(x: 420, y: 0))
        let below = try #require(fixture.compositor.window(titled: "target"))
        #expect(fixture.compositor.windows.last !== below)
        speak()
        try fixture.startTouchDrag(
            of: source, from: sourceWindow, at: Point(x: 50, y: 50),
            source: source.makeSource(types: ["text/plain"], actions: .copy))
        try fixture.touchMove(to: Point(x: 400, y: 40))
        try fixture.take(by: target, type: "text/plain", actions: .copy, preferred: .copy)
        func felt() -> [String] {
            service.lines.compactMap { $0.hasPrefix("felt") ? $0.split(separator: " ")[1].description : nil }
        }
        try service.wait(
            "the target", serve: { fixture.compositor.dispatch(timeout: 5) }, until: { _ in felt().count == 2 })
        #expect(felt() == ["button-pressed", "button-released"])
        let goOn = { [fixture] in
            fixture.compositor.dispatch(timeout: 5)
            fixture.compositor.advance()
        }
        try service.wait("the spring-loading", serve: goOn) { _ in felt().count == 3 }
        #expect(felt().last == "button-pressed")
        #expect(fixture.compositor.windows.last === below)
        withExtendedLifetime(cover) {}
    }

    /// HIG-35: a pen is used on the device that vibrates, like a finger.
    @Test func penDragGivesHapticFeedback() throws {
        let service = try feedback()
        speak()
        let pen = Pen(fixture)
        pen.say(.proximityIn, at: Point(x: 50, y: 50))
        pen.say(.tip(.pressed), at: Point(x: 50, y: 50))
        try fixture.settle()
        let content = source.makeSource(types: ["text/plain"], actions: .copy)
        source.device.startDrag(source: content, origin: sourceWindow.surface, icon: nil, serial: source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        pen.say(.axes, at: Point(x: 310, y: 20))
        try fixture.settle()
        try fixture.take(by: target, type: "text/plain", actions: .copy, preferred: .copy)
        // Leaves the target and enters it again.
        for place in [Point(x: 250, y: 20), Point(x: 310, y: 20)] {
            pen.say(.axes, at: place)
            try fixture.settle()
        }
        try fixture.take(by: target, type: "text/plain", actions: .copy, preferred: .copy)
        pen.say(.tip(.released), at: Point(x: 310, y: 20))
        try fixture.settle()
        try finish()
        let events = ["button-pressed", "button-released", "button-released", "window-close"]
        try service.wait("the steps", serve: serve) { $0.count > events.count }
        #expect(service.lines.dropFirst().map { $0.split(separator: " ")[1].description } == events)
    }

    /// A late answer does not show whether there is a service: the next drag calls it again.
    @Test func lateAnswerDoesNotDisableFeedback() throws {
        let service = try feedback("silent")
        speak()
        try dragByFinger()
        func answers(_ lines: [String]) -> Int { lines.count { $0.hasSuffix(" answered") } }
        try service.wait("the first call", serve: serve) { answers($0) == 1 }
        let deadline = ContinuousClock.now + .timeout(30)
        while answers(service.lines) < 2, ContinuousClock.now < deadline {
            try dragByFinger()
            for _ in 0..<50 { serve() }
            service.read()
        }
        #expect(answers(service.lines) == 2)
        // Feedback is still requested for all of them.
        #expect(
            Set(service.lines.dropFirst()).isSuperset(of: [
                "felt button-pressed unanswered", "felt window-close unanswered",
            ]))
    }

    @Test func missingServiceIsNotCalledUntilItAppears() throws {
        let monitor = try Lines(
            ["/usr/bin/dbus-monitor", "--session", "destination='org.sigxcpu.Feedback',member='TriggerFeedback'"],
            bus.environment)
        try monitor.wait("the monitor", serve: serve) { !$0.isEmpty }
        func calls() -> Int {
            monitor.read()
            return monitor.lines.count { $0.contains("member=TriggerFeedback") }
        }
        speak()
        let reader = try bus.reader("on", "listen object:announcement")
        // Announcements are sent after haptic events on the same connection, so the bus has answered the first event by
        // then.
        for _ in 0..<2 {
            let count = reader.heard.count
            try dragByFinger()
            try wait("the end", for: reader) { $0.count > count && $0.last?.text == "Copied" }
        }
        let before = calls()
        #expect((1...3).contains(before))
        let count = reader.heard.count
        try dragByFinger()
        try wait("the end", for: reader) { $0.count > count && $0.last?.text == "Copied" }
        #expect(calls() == before)
        let service = try feedback()
        // The helper learns of the service from the bus.
        let deadline = ContinuousClock.now + .timeout(30)
        while service.lines.count < 2, ContinuousClock.now < deadline {
            try dragByFinger()
            for _ in 0..<20 { serve() }
            service.read()
        }
        #expect(service.lines.contains("felt button-pressed answered"), "\(service.lines)")
    }
}
