// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

// What tests of transfers stand on besides.

extension Bench {
    /// How the drag ended; nil while it lasts.
    var outcome: DragOutcome? {
        for case .ended(_, let outcome) in fixture.effects { return outcome }
        return nil
    }

    /// Lets everybody work until something is so; a failure after five seconds.
    func wait(_ what: String, until isSo: () -> Bool) throws {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while !isSo(), clock.now < limit { fixture.compositor.dispatch(timeout: 10) }
        try #require(isSo(), "\(what) never came")
    }

    /// Drops the content of a source that does not answer on a target that takes it, and reads it.
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
