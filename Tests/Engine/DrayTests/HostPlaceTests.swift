// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// Drops on the host's own controls.
@Suite struct HostPlaceTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }
    var engine: DragEngine { fixture.host.engine }
    let record = Record()

    init() throws { bench = try Bench() }

    /// The calls that places received, in order.
    final class Record {
        enum Event: Equatable {
            case entered([MimeType], DragActions)
            case moved(Point)
            case left
            case dropped(DragAction)
        }

        var events: [Event] = []
        var answer: HostPlace.Answer?
    }

    private func makePlace(answering answer: HostPlace.Answer?) -> HostPlace {
        record.answer = answer
        return HostPlace(
            HostPlace.Handlers(
                entered: { [record] _, offering in
                    record.events.append(.entered(offering.types, offering.actions))
                    return record.answer
                },
                moved: { [record] _, point in record.events.append(.moved(point)) },
                left: { [record] _ in record.events.append(.left) },
                dropped: { [record] _, action in record.events.append(.dropped(action)) }))
    }

    private let copies = HostPlace.Answer(type: "text/plain", actions: [.copy, .move], preferred: .copy)

    /// Begins a drag of the source's client and moves it over a place.
    private func beginOver(_ place: HostPlace, types: [String] = ["text/plain"]) throws -> DragID {
        try bench.begin(types: types, actions: [.copy, .move])
        go(over: place)
        try fixture.settle()
        return try #require(fixture.drags.dragID)
    }

    private func go(over place: HostPlace) {
        let pick = Pick(.host(place), container: ContainerID(9), local: Point(x: 3, y: 4))
        fixture.drags.focus(pick, at: bench.onDesktop)
    }

    /// Returns the content of the drag, read in one type.
    private func read(_ type: MimeType, of drag: DragID) throws -> String {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        engine.read(type, of: drag, into: ReceivedDescriptor(owning: ends[1]))
        let read = PendingRead(owning: ends[0])
        for _ in 0..<4 { try fixture.settle() }
        guard case .complete(let text) = read.poll() else {
            Issue.record("the read has no end")
            return ""
        }
        return text
    }

    private var outcomes: [DragOutcome] {
        fixture.effects.compactMap { if case .ended(_, let outcome) = $0 { outcome } else { nil } }
    }

    private let entered = Record.Event.entered(["text/plain"], .copy)

    @Test func placeAcceptsReadsAndFinishes() throws {
        let place = makePlace(answering: copies)
        let drag = try beginOver(place)
        // A place counts as an application of its own (HIG-01).
        #expect(record.events == [entered])
        #expect(fixture.drags.feedback?.outcome == .copy)
        #expect(engine.types(of: drag) == ["text/plain"])
        fixture.drags.motion(to: Point(x: 601, y: 402), local: Point(x: 5, y: 6), at: .zero)
        fixture.drags.drop()
        #expect(record.events == [entered, .moved(Point(x: 5, y: 6)), .dropped(.copy)])
        #expect(try read("text/plain", of: drag) == "source:text/plain")
        engine.finish(drag, succeeded: true)
        engine.finish(drag, succeeded: false)
        try fixture.settle()
        #expect(bench.source.log.contains(.sourceFinished))
        #expect(outcomes == [.finished(.copy)])
        #expect(!record.events.contains(.left))
    }

    @Test func rejectingPlaceRefusesTheDropAndIsLeft() throws {
        let place = makePlace(answering: nil)
        _ = try beginOver(place)
        #expect(fixture.drags.feedback?.outcome == .notPossible)
        fixture.drags.drop()
        try fixture.settle()
        #expect(record.events == [entered, .left])
        #expect(outcomes == [.refused] && bench.source.log.contains(.sourceCancelled))
    }

    @Test func answerWithATypeThatIsNotOfferedRejects() throws {
        let place = makePlace(answering: HostPlace.Answer(type: "image/png", actions: .copy))
        _ = try beginOver(place)
        #expect(fixture.drags.feedback?.outcome == .notPossible)
    }

    @Test func placeCanAnswerLaterAndRevokeItsAnswer() throws {
        let place = makePlace(answering: nil)
        let drag = try beginOver(place)
        engine.answer(copies, to: drag)
        #expect(fixture.drags.feedback?.outcome == .copy)
        engine.answer(nil, to: drag)
        #expect(fixture.drags.feedback?.outcome == .notPossible)
        engine.answer(copies, to: drag)
        fixture.drags.drop()
        #expect(record.events.last == .dropped(.copy))
        // Too late.
        engine.answer(nil, to: drag)
        engine.finish(drag, succeeded: true)
        #expect(outcomes.count <= 1)
    }

    @Test func placeThatReportsFailureFailsTheDrop() throws {
        let drag = try beginOver(makePlace(answering: copies))
        fixture.drags.drop()
        engine.finish(drag, succeeded: false)
        try fixture.settle()
        #expect(outcomes == [.abandoned] && bench.source.log.contains(.sourceCancelled))
    }

    @Test func finishBeforeTheDropHasNoEffect() throws {
        let drag = try beginOver(makePlace(answering: copies))
        engine.finish(drag, succeeded: true)
        engine.finish(DragID(99), succeeded: true)
        #expect(outcomes.isEmpty && fixture.drags.isDragging)
    }

    @Test(arguments: [100, 3])
    func placeReceivesTheWholeContentOrNil(limit: Int) throws {
        var taken: [String?] = []
        let place = HostPlace(
            HostPlace.Taking(types: ["text/plain"], limit: limit) { _, type, bytes in
                #expect(type == "text/plain")
                taken.append(bytes.map { String(decoding: $0, as: UTF8.self) })
                return bytes != nil
            })
        _ = try beginOver(place)
        #expect(fixture.drags.feedback?.outcome == .copy)
        fixture.drags.drop()
        try fixture.settle()
        try bench.wait("the content") { !taken.isEmpty }
        try fixture.settle()
        #expect(taken == [limit > 3 ? "source:text/plain" : nil])
        #expect(outcomes == [limit > 3 ? .finished(.copy) : .abandoned])
    }

    @Test func placeForOtherTypesReceivesNothing() throws {
        let place = HostPlace(
            HostPlace.Taking(types: ["image/png"], limit: 100) { _, _, _ in
                Issue.record("nothing was dropped")
                return true
            })
        _ = try beginOver(place)
        #expect(fixture.drags.feedback?.outcome == .notPossible)
        fixture.drags.drop()
        try fixture.settle()
        #expect(outcomes == [.refused])
    }

    @Test func dragMovesBetweenPlacesAndToAClient() throws {
        let first = makePlace(answering: copies)
        let second = makePlace(answering: copies)
        _ = try beginOver(first)
        go(over: second)
        #expect(record.events == [entered, .left, entered])
        try fixture.move(to: bench.inTarget)
        #expect(record.events.last == .left && record.events.count == 4)
        #expect(bench.target.log.of(.target).contains(.offerType("text/plain")))
    }

    @Test func removedPlaceIsLeftAndFailsItsDrop() throws {
        let place = makePlace(answering: copies)
        let drag = try beginOver(place)
        engine.remove(place)
        #expect(fixture.drags.feedback?.outcome == .notPossible && engine.types(of: drag).isEmpty)
        #expect(record.events.last == .left)
        go(over: place)
        fixture.drags.drop()
        engine.remove(place)
        try fixture.settle()
        #expect(outcomes == [.abandoned])
    }

    @Test func placeIsLeftWhenTheSourceDies() throws {
        _ = try beginOver(makePlace(answering: copies))
        fixture.kill(bench.source)
        #expect(record.events == [entered, .left])
        #expect(outcomes == [.sourceGone])
    }

    @Test func hostContentCanBeDroppedOnAPlace() throws {
        let place = makePlace(answering: HostPlace.Answer(type: "text/plain", actions: [.move], preferred: .move))
        var ended: [DragOutcome] = []
        let content = HostContent(types: ["text/plain"], actions: [.copy, .move]) { _, descriptor in
            descriptor.write("the host's own")
        } ended: {
            ended.append($0)
        }
        let start = DragStart(
            device: .pointer(button: InputEvent.Button.left), position: bench.onDesktop, modifiers: [],
            container: ContainerID(7))
        let drag = try #require(fixture.drags.begin(content, start))
        go(over: place)
        // Within one application, content is moved (HIG-01).
        #expect(fixture.drags.feedback?.outcome == .move)
        fixture.drags.drop()
        #expect(try read("text/plain", of: drag) == "the host's own")
        engine.finish(drag, succeeded: true)
        #expect(ended == [.finished(.move)])
    }
}
