// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// When frames are drawn, and their reports.
@Suite struct FrameTests {
    private final class Film {
        var frames: [DragStageFrame] = []
    }

    private func film(of stage: Stage) -> Film {
        let film = Film()
        stage.stage.onFrame = { film.frames.append($0) }
        return film
    }

    @Test func nothingIsTouchedWhileNothingChanges() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.beside)
        let film = film(of: stage)
        let revision = stage.compositor.contentRevision
        for _ in 0..<60 { stage.compositor.advance() }
        #expect(film.frames.isEmpty)
        #expect(stage.compositor.contentRevision == revision)
    }

    @Test func motionMovesAndDrawsNothing() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.beside)
        let film = film(of: stage)
        for step in 0..<20 {
            try stage.fixture.move(to: Stage.beside + Point(x: Double(step) + 1, y: 0))
            stage.compositor.advance()
        }
        #expect(film.frames.count == 20)
        #expect(film.frames.allSatisfy { $0.redraws == 0 && !$0.damage.isEmpty })
    }

    @Test func manyMotionsInAFrameAreOne() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.beside)
        let film = film(of: stage)
        for step in 0..<100 { stage.fixture.seat.pointer.move(to: Stage.beside + Point(x: Double(step) / 10, y: 5)) }
        stage.compositor.advance()
        #expect(film.frames.count == 1)
    }

    @Test func changedBadgeIsDrawnOnceAndAtOnce() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        stage.compositor.advance()
        let film = film(of: stage)
        stage.target.dragOffer?.object.accept(serial: stage.target.enterSerial, mimeType: nil)
        try stage.fixture.settle()
        stage.compositor.advance()
        #expect(film.frames.map(\.redraws) == [0], "it was drawn before")
        #expect(film.frames.last?.parts.contains { $0.role == .badge } == true)
    }

    @Test func damageCoversAllThatChanges() throws {
        let stage = try Stage()
        let film = film(of: stage)
        var before = try stage.capture(withPointers: false)
        var checked = 0
        stage.stage.onFrame = { [unowned stage] frame in
            film.frames.append(frame)
            guard let now = try? stage.capture(withPointers: false) else { return }
            for index in now.pixels.indices where now.pixels[index] != before.pixels[index] {
                let point = Point(x: Double(index % now.width), y: Double(index / now.width))
                if !frame.damage.contains(where: { $0.contains(point) }) {
                    Issue.record("\(point) changed outside of \(frame.damage)")
                    break
                }
            }
            before = now
            checked += 1
        }
        try stage.begin()
        for step in 1...10 {
            try stage.fixture.move(to: Stage.start + Point(x: Double(step) * 13, y: Double(step) * 11))
            stage.compositor.advance()
        }
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.rest()
        try stage.move(to: Stage.beside)
        try stage.fixture.release()
        try stage.rest(milliseconds: 700)
        #expect(checked > 30)
        #expect(film.frames.last?.parts.isEmpty == true, "the last frame has no image")
    }

    @Test func frameNamesItsLayers() throws {
        let stage = try Stage()
        let film = film(of: stage)
        try stage.begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.rest()
        let roles = try #require(film.frames.last).parts.map(\.role)
        #expect(roles == Array(repeating: .highlight, count: 8) + [.image, .badge])
        #expect(film.frames.map(\.time) == film.frames.map(\.time).sorted(by: <))
    }
}
