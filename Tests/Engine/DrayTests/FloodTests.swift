// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// A client that makes the engine say much to another one, which does not read: that one stays connected, and receives
/// the last state when it reads again.
@Suite struct FloodTests {
    private let bench: ExtensionBench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try ExtensionBench() }

    /// Types of media with long names, another one each time.
    private func kind(_ number: Int, _ round: Int) -> String {
        "application/x-\(number)-\(round)-" + String(repeating: "k", count: 200)
    }

    @Test func aTargetThatDoesNotReadOutlivesAFloodOfKinds() throws {
        let (content, words) = bench.makeContent()
        let items = (0..<64).map { words.makeItem(kind: kind($0, 0)) }
        let offer = try bench.beginAndTake(content)
        try fixture.settle()
        bench.target.clearLog()
        // Four mebibytes of events and more, while the target reads nothing.
        for round in 1...400 {
            for (number, item) in items.enumerated() where number % 8 == round % 8 {
                item.setKind(mimeType: kind(number, round))
                item.commit()
            }
            try fixture.pump(bench.bench.source.connection)
        }
        #expect(try fixture.failure(of: bench.bench.target) == nil)
        try fixture.settle()
        try fixture.settle()
        #expect(bench.target.log.count < 64 * 400, "only some of it was sent")
        // What it knows at last is what there is: no kind of a round before the last eight.
        var known: [String: String] = [:]
        for entry in bench.target.log where entry.hasPrefix("kind ") {
            let parts = entry.split(separator: " ")
            known[String(parts[1])] = String(parts[2])
        }
        let present = known.filter { $0.value != "0" }.keys
        #expect(!present.isEmpty)
        #expect(present.allSatisfy { name in (393...400).contains { name.contains("-\($0)-k") } }, "\(present)")
        #expect(try fixture.failure(of: bench.bench.source) == nil)
        withExtendedLifetime(offer) {}
    }

    @Test func aTargetThatDoesNotReadOutlivesAFloodOfItems() throws {
        let (content, words) = bench.makeContent()
        words.makeItem()
        let offer = try bench.beginAndTake(content)
        bench.target.clearLog()
        for _ in 0..<300 {
            let items = (0..<100).map { _ in words.makeItem() }
            for item in items { item.destroy() }
            try fixture.pump(bench.bench.source.connection)
        }
        #expect(try fixture.failure(of: bench.bench.target) == nil)
        try fixture.settle()
        #expect(bench.target.log.last == "items 1")
        withExtendedLifetime(offer) {}
    }

    /// A target that accepts and refuses, and changes its mind about the action, in a loop.
    @Test func aSourceThatDoesNotReadOutlivesAFloodOfAnswers() throws {
        let content = bench.bench.source.makeSource(types: ["text/plain", "text/html"], actions: [.copy, .move])
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.move(to: bench.bench.inTarget)
        let offer = try #require(bench.bench.offer)
        for round in 0..<400 {
            for step in 0..<50 {
                offer.accept(
                    serial: bench.bench.target.enterSerial, mimeType: step % 2 == 0 ? "text/plain" : "text/html")
                offer.setActions(dndActions: round % 2 == 0 ? .copy : .move, preferredAction: [])
            }
            try fixture.pump(bench.bench.target.connection)
        }
        #expect(try fixture.failure(of: bench.bench.source) == nil)
        #expect(try fixture.failure(of: bench.bench.target) == nil)
    }
}
