// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import Testing

/// The image size that a target requests (HIG-38).
@Suite struct PreviewPaceTests {
    private func time(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    @Test func changesHaveAMinimumInterval() {
        var pace = PreviewPace()
        var changes: [UInt64] = []
        for moment in 0..<2000 as Range<UInt64> {
            pace.want(Size(width: Double(moment % 7 + 1), height: 5))
            if pace.step(at: time(1000 + moment)) { changes.append(moment) }
        }
        #expect(changes.first == 0 && changes.count == 5, "\(changes)")
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $1 - $0 >= PreviewPace.interval / 1000 })
    }

    @Test func revertedSizeIsNoChange() {
        var pace = PreviewPace()
        pace.want(Size(width: 5, height: 5))
        pace.want(nil)
        let changes = pace.step(at: time(1))
        #expect(pace.due == nil && !changes)
    }

    @Test func sizeIsLimited() {
        var pace = PreviewPace()
        pace.want(Size(width: 100_000, height: 1000))
        let changes = pace.step(at: time(1))
        #expect(changes)
        #expect(pace.shown == Size(width: 512, height: 5.12))
    }
}
