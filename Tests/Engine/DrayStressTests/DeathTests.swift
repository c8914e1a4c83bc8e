// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Destroys one client or object at every step of a drag. The other clients must continue unaffected (pitfall "source
/// death mid-drag" and its kin).
@Suite(.serialized) struct DeathTests {
    /// The time of the loss, relative to the step before it.
    enum Timing: String, CaseIterable {
        /// All clients and the compositor have handled the step.
        case settled
        /// The requests of the step are sent but not handled.
        case inFlight
    }

    @Test(arguments: DragScript.allCases)
    func dragEndsCleanlyAfterALossAtEveryStep(of script: DragScript) throws {
        var pairs = 0
        let descriptors = Process.openDescriptors
        for step in 0...script.steps.count {
            for timing in Timing.allCases where step > 0 || timing == .settled {
                for victim in script.victims(after: step, timing) {
                    if try lose(victim, after: step, timing, in: script) { pairs += 1 }
                }
            }
        }
        // Other suites run in this process at the same time; a leak would show in every pair.
        #expect(Process.openDescriptors - descriptors < pairs / 4)
        print("death at every step, \(script.rawValue): \(pairs) pairs of step and victim")
        #expect(pairs > script.leastLosses)
    }

    /// - Returns: false if there is no such victim at this step.
    private func lose(_ victim: Victim, after count: Int, _ timing: Timing, in script: DragScript) throws -> Bool {
        let steps = script.steps.prefix(count)
        let place: Comment =
            "\(script.rawValue): \(victim) lost after \"\(steps.last?.name ?? "nothing")\", \(timing.rawValue)"
        let stage = try DragStage(script)
        do {
            for step in steps.dropLast() {
                try step.perform(stage)
                try stage.fixture.settle()
            }
            try steps.last?.perform(stage)
            switch timing {
            case .settled: try stage.fixture.settle()
            case .inFlight: try stage.flush()
            }
            guard stage.kill(victim) else { return false }
            try settle(stage, without: victim, timing)
            checkLoss(of: victim, stage, place)
            try stage.releaseAll()
            checkEnd(stage, place)
            try checkNextDrag(stage, place)
        } catch {
            Issue.record("\(place.rawValue): \(error)")
        }
        return true
    }

    /// libwayland's clients lose count of objects if an event that introduces one is under way to an object which they
    /// have just destroyed, and then break the connection themselves. For the compositor that is a client that dies.
    private func settle(_ stage: DragStage, without victim: Victim, _ timing: Timing) throws {
        do {
            try stage.fixture.settle()
        } catch let failure as Connection.Failure {
            switch (victim, timing) {
            case (.sourceDevice, .inFlight): _ = stage.kill(.sourceClient)
            case (.targetDevice, .inFlight): _ = stage.kill(.targetClient)
            default: throw failure
            }
            try stage.fixture.settle()
        }
    }

    /// Checks that a loss which ends the drag ends it immediately, without further input.
    private func checkLoss(of victim: Victim, _ stage: DragStage, _ place: Comment) {
        switch victim {
        case .sourceClient, .sourceObject, .capability:
            #expect(!stage.fixture.drags.isDragging, place)
            #expect(stage.fixture.seat.grab == nil, place)
        case .targetClient, .offer, .sourceDevice, .targetDevice, .originSurface, .iconSurface, .focusedSurface,
            .words:
            #expect(stage.fixture.drags.isDragging == (stage.fixture.seat.grab != nil), place)
        }
    }

    private func checkEnd(_ stage: DragStage, _ place: Comment) {
        let fixture = stage.fixture
        #expect(!fixture.drags.isDragging, place)
        #expect(fixture.seat.grab == nil, place)

        #expect(fixture.isPointerFocusRight, place)
        let below = fixture.surfaceBelowPointer
        #expect((fixture.seat.keyboard.focus == nil) == fixture.compositor.windows.isEmpty, place)

        for client in fixture.clients {
            let events = client.log
            // The client has received the pointer focus that the compositor reports.
            let last = events.last { event in
                if case .pointerEnter = event { true } else { event == .pointerLeave }
            }
            if let below, below.title == client.name { #expect(last == .pointerEnter(surface: below.id), place) }
            guard !stage.renewed.contains(client.name) else { continue }
            let enters = events.count { if case .enter = $0 { true } else { false } }
            #expect(enters == events.count { $0 == .leave }, place)
            #expect(events.count { $0 == .drop } <= 1, place)
        }

        let finished = stage.source.log.count { $0 == .sourceFinished }
        let cancelled = stage.source.log.count { $0 == .sourceCancelled }
        #expect(finished + cancelled <= (stage.hasStarted ? 1 : 0), place)
        if finished > 0 { #expect(stage.hasFinished, place) }
        // A source that was not dropped has received `cancelled`, so it does not wait forever.
        let wasDropped = stage.source.log.contains(.sourceDropPerformed)
        if stage.hasStarted, stage.content != nil, stage.isAlive(stage.source), !wasDropped {
            #expect(cancelled == 1, place)
        }
    }

    /// Checks that the surviving clients can drag between each other. The bystander replaces a dead client.
    private func checkNextDrag(_ stage: DragStage, _ place: Comment) throws {
        let fixture = stage.fixture
        let from = stage.isAlive(stage.source) ? stage.source : stage.bystander
        let to = stage.isAlive(stage.target) ? stage.target : stage.bystander
        let origin = try fixture.makeWindow(of: from, at: Point(x: 0, y: 400))
        _ = try fixture.makeWindow(of: to, at: Point(x: 300, y: 400))
        fixture.clearLogs()
        stage.approach(Point(x: 50, y: 450))
        stage.press(at: Point(x: 50, y: 450))
        try fixture.settle()
        let content = from.makeSource()
        from.device.startDrag(source: content, origin: origin.surface, icon: nil, serial: from.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging, place)
        stage.contact(to: Point(x: 350, y: 450))
        try fixture.settle()
        let offer = to.dragOffer?.object
        offer?.accept(serial: to.enterSerial, mimeType: "text/plain")
        offer?.setActions(dndActions: .copy, preferredAction: .copy)
        try fixture.settle()
        stage.release()
        try fixture.settle()
        offer?.finish()
        try fixture.settle()
        #expect(from.log.contains(.sourceFinished), place)
        #expect(!from.log.contains(.sourceCancelled), place)
        #expect(!fixture.drags.isDragging, place)
    }
}
