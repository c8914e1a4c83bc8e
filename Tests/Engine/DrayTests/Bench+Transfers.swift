// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

// Helpers for tests of transfers.

extension Bench {
    /// The outcome of the drag, or nil while it lasts.
    var outcome: DragOutcome? {
        for case .ended(_, let outcome) in fixture.effects { return outcome }
        return nil
    }

    /// Dispatches events until a condition holds. The test fails after five seconds.
    func wait(_ what: String, until condition: () -> Bool) throws {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while !condition(), clock.now < limit { fixture.compositor.dispatch(timeout: 10) }
        try #require(condition(), "\(what) never came")
    }

    /// Drops the content of a source that writes nothing on a target that accepts it, and begins a read.
    func dropSilently() throws -> (source: SilentSource, read: PendingRead, offer: WlDataOffer) {
        let source = SilentSource(self.source)
        try fixture.startDrag(of: self.source, from: sourceWindow, at: start, source: source.object)
        try fixture.move(to: inTarget)
        try fixture.take(by: target)
        try fixture.release()
        let offer = try #require(self.offer)
        let read = target.receive("text/plain", from: offer)
        try fixture.settle()
        try #require(source.asked.count == 1)
        fixture.clearLogs()
        return (source, read, offer)
    }
}
