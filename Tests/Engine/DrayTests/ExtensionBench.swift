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

/// A bench whose applications speak `dray_drag_v1`.
struct ExtensionBench {
    let bench: Bench
    let source: ClientWords
    let target: ClientWords

    var fixture: DragFixture { bench.fixture }
    var engine: DragEngine { fixture.host.engine }

    init(policy: DragPolicy = .humanInterface) throws {
        bench = try Bench(policy: policy)
        source = try #require(ClientWords(bench.source))
        target = try #require(ClientWords(bench.target))
        try fixture.settle()
    }

    /// A source with words, not dragged yet.
    func makeContent(
        types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction = .copy
    ) -> (content: WlDataSource, words: DrayDragSourceV1) {
        let content = bench.source.makeSource(types: types, actions: actions)
        return (content, source.source(content))
    }

    /// Begins a drag of it, brings it over the target, and the target takes it.
    func beginAndTake(_ content: WlDataSource) throws -> DrayDragOfferV1 {
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        try fixture.move(to: bench.inTarget)
        let words = target.offer(try #require(bench.offer))
        try fixture.take(by: bench.target)
        return words
    }

    /// Drops it, and the target finishes.
    func dropAndFinish() throws {
        try fixture.release()
        try #require(bench.offer).finish()
        try fixture.settle()
    }

    /// What a client is disconnected for; nil if it is not.
    func blame(on client: DragClient) throws -> (interface: String, code: UInt32)? {
        guard case .protocolError(let interface, _, let code)? = try fixture.failure(of: client) else { return nil }
        return (interface, code)
    }

    var announcements: [Announcement] {
        fixture.effects.compactMap { if case .announce(let announcement) = $0 { announcement } else { nil } }
    }

    var layers: [Layer] {
        for case .show(_, let frame) in fixture.effects.reversed() { return frame.layers }
        return []
    }
}
