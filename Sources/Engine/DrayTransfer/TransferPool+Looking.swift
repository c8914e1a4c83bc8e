// SPDX-License-Identifier: MIT

import DrayCore
internal import WaylandServer

// Observation of reads under way, at intervals: their progress, whether they have stalled, and whether they have timed
// out.

extension TransferPool {
    /// Schedules a look at all reads under way, unless an earlier one is scheduled.
    func look(in milliseconds: Int32) {
        guard looking == nil || milliseconds < lookWait else { return }
        lookWait = milliseconds
        looking = loop.makeTimer { [weak self] in self?.look() }
        looking?.arm(milliseconds: milliseconds)
    }

    private func look() {
        looking = nil
        let time = now()
        for id in ledger.underWay.map(\.id) {
            if passing[id] != nil { pass(id, at: time) }
            // `onChange` may have cancelled other reads.
            guard let relay = carriers[id]?.relay else { continue }
            let sighting = TransferLedger.Sighting(bytes: relay.carried, waitsFor: relay.waitsFor)
            if let entry = ledger.look(at: id, sighting, at: time) { onChange(entry) }
            if let end = overdue(id, at: time) { stop(id, end) }
        }
        endStalled(at: time)
        guard !carriers.isEmpty || !passing.isEmpty || hasWaiting else { return }
        look(in: ledger.hasStalled && passing.isEmpty ? Int32(TransferLedger.stalledInterval / 1000) : nextLook)
    }

    /// Looks at a pipe between two other processes.
    private func pass(_ id: ReadID, at time: Instant) {
        guard let read = passing[id], let seen = read.sight.look() else { return }
        let hasMoved = seen.waiting != read.waiting
        passing[id]?.waiting = seen.waiting
        if hasMoved, !read.hasMoved {
            passing[id]?.hasMoved = true
            read.onEvent(.bytesCame)
        }
        guard seen.isSourceOpen, seen.isReaderOpen else {
            passing[id] = nil
            limits.passing.release(id)
            // Either end: bytes that the reader has not taken are lost, and the writer gets EPIPE.
            let end: TransferEnd =
                seen.isSourceOpen ? .targetClosed : read.sourceLife() == .up ? .sourceClosedUnseen : .passedOn
            if !seen.isSourceOpen, !read.hasMoved, !hasMoved { read.onEvent(.bytesCame) }
            guard let state = conclude(id, end, bytes: 0) else { return }
            return read.onEvent(.closed(state))
        }
        let sighting = TransferLedger.Sighting(
            bytes: 0, waitsFor: seen.waiting > 0 ? .target : .source, hasMoved: hasMoved)
        if let entry = ledger.look(at: id, sighting, at: time) { onChange(entry) }
    }

    /// The delay until the next look, in milliseconds. Policies with times shorter than the interval are supported.
    /// Most direct transfers end at once, and their drag waits for that to be seen, so new ones are looked at more
    /// often.
    var nextLook: Int32 {
        let time = now()
        let isYoung = passing.values.contains {
            time.microseconds < $0.start.microseconds + TransferLedger.lookInterval
        }
        if isYoung { return Self.youngLook }
        let shortest = min(policy.announceAfter, policy.stallAfter, TransferLedger.lookInterval)
        return Int32(clamping: max(shortest / 1000, 10))
    }

    private static let youngLook: Int32 = 16
}
