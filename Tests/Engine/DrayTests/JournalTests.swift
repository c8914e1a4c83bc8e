// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// What was dropped where is written down, and nothing else (HIG-26).
@Suite struct JournalTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }
    private var journal: DropJournal { fixture.host.engine.journal }

    init() throws { bench = try Bench() }

    @Test func finishedDropIsWrittenDown() throws {
        try bench.beginAndTake(types: ["text/html", "text/plain"])
        try fixture.release()
        #expect(journal.done.isEmpty, "it has not finished")
        try #require(bench.offer).finish()
        try fixture.settle()
        let drop = try #require(journal.done.last)
        #expect(drop.drag == DragID(1) && drop.action == .copy && drop.types == ["text/html", "text/plain"])
        #expect(drop.origin.application != drop.target.application)
        #expect(drop.origin.position == bench.start)
        #expect(fixture.host.engine.surface(drop.target.surface) != nil)
    }

    @Test func whatDidNotArriveIsNot() throws {
        try bench.beginAndTake()
        try fixture.release()
        try #require(bench.offer).destroy()
        try fixture.settle()
        try bench.begin()
        try fixture.move(to: bench.onDesktop)
        try fixture.release()
        #expect(journal.done.isEmpty)
    }

    @Test func journalOutlivesItsClients() throws {
        try bench.beginAndTake()
        try fixture.release()
        try #require(bench.offer).finish()
        try fixture.settle()
        fixture.kill(bench.source)
        fixture.kill(bench.target)
        let undone = fixture.host.engine.journal.undo()
        let drop = try #require(undone)
        #expect(fixture.host.engine.surface(drop.target.surface) == nil)
        #expect(fixture.host.engine.journal.redo() == drop)
    }
}
