// SPDX-License-Identifier: MIT

public import DrayCore

// The states of one entry, and the transitions between them. An event that a row does not name changes nothing in that
// state.
//
//   state      event                                                    next
//   ---------  -------------------------------------------------------  -----------------------
//   (none)     begin                                                    asked
//   asked      a look, bytes have arrived                               flowing
//   asked,     a look, nothing has moved for the time in the policy     stalled (the side that blocks)
//   flowing
//   stalled    a look, bytes have arrived                               flowing
//   any of     the source closed, its application is up, bytes came     complete
//   the above    the same, no bytes, a drag                             broken (wroteNothing)
//                the same, no bytes, a selection                        complete: a selection may be empty
//              the source closed, its application is gone, no bytes     broken (sourceGone)
//                the same, all of a known total came                    complete
//                the same, bytes came                                   broken (brokeOff)
//              the source's end could not be read                       broken (brokeOff, or sourceGone without bytes)
//              the reader closed                                        givenUp
//              the source could not be asked                            broken (notAsked)
//              the source writes to the reader directly, and the pipe   unwatched
//                is not observed, or its application exited before
//                its end was seen to close
//              the same, it closed, and its application is up           complete, as far as can be known
//              the host cancelled it                                    broken (cancelled)
//              the conversion failed                                    broken (notConverted)
//   complete, broken, givenUp, unwatched                                (final)
//
// Only a `broken` read that the host did not cancel is a failure. None of these is one: a reader that takes the
// beginning and closes; one that never reads, since it only needed the types; one that reads the same type again; one
// that never reports that it has finished.

/// The ledger of all reads through all offers on one display: drags, clipboards and primary selections. A value without
/// side effects.
///
/// The owner, which carries the bytes, reports beginnings and ends, and looks at reads that are under way at intervals.
/// Calls return the entry if it has changed in a way that observers need to know.
public struct TransferLedger: Equatable, Sendable {
    public var policy: TransferPolicy
    /// In the order in which they began.
    public private(set) var underWay: [Transfer] = []
    /// The reads that have ended most recently, the oldest first.
    public private(set) var recent: [Transfer] = []

    /// The number of entries that are kept after their end, for hosts that list them.
    public static let recentLimit = 64
    /// The interval between looks at reads that are under way, in microseconds: a displayed number changes four times a
    /// second.
    public static let lookInterval: UInt64 = 250_000
    /// The interval while all reads are stalled, in microseconds, so that a transfer that never ends does not keep the
    /// compositor awake.
    public static let stalledInterval: UInt64 = 2_000_000
    /// The weight of the latest sample in the smoothed rate.
    private static let rateWeight = 0.4

    public init(policy: TransferPolicy = .standard) {
        self.policy = policy
    }

    public subscript(id: ReadID) -> Transfer? {
        underWay.first { $0.id == id } ?? recent.last { $0.id == id }
    }

    /// The result of a look at a read.
    public struct Sighting: Equatable, Sendable {
        /// The total number of bytes that the reader has been given.
        public var bytes: Int
        /// The side that blocks the transfer.
        public var waitsFor: Transfer.Side
        /// Whether data is known to have moved since the last look; for reads whose bytes cannot be counted.
        public var hasMoved: Bool

        public init(bytes: Int, waitsFor: Transfer.Side, hasMoved: Bool = false) {
            self.bytes = bytes
            self.waitsFor = waitsFor
            self.hasMoved = hasMoved
        }
    }

    /// Whether all reads that are under way have stalled.
    public var hasStalled: Bool { underWay.allSatisfy(\.hasStalled) }

    /// Records a read that the source is asked for. Has no effect if the identity is already in use.
    public mutating func begin(_ request: TransferRequest, at time: Instant) -> Transfer? {
        guard self[request.id] == nil else { return nil }
        let transfer = Transfer(request, at: time)
        underWay.append(transfer)
        return transfer
    }

    /// Sets the expected total number of bytes, as a hint. Has no effect if more has arrived already.
    public mutating func expect(_ total: Int, of id: ReadID) {
        guard let index = index(of: id), total >= underWay[index].bytes else { return }
        underWay[index].total = total
    }

    /// Records the current progress of a read.
    /// - Returns: The entry, if its state has changed or it is announced.
    public mutating func look(at id: ReadID, _ sighting: Sighting, at time: Instant) -> Transfer? {
        guard let index = index(of: id) else { return nil }
        var transfer = underWay[index]
        let before = transfer.state
        transfer.take(sighting.bytes, at: time, weight: Self.rateWeight)
        if sighting.hasMoved {
            transfer.lastBytes = time
            transfer.state = .flowing
        }
        switch transfer.state {
        case .asked, .flowing, .stalled:
            if sighting.bytes == underWay[index].bytes, !sighting.hasMoved,
                time.isLater(than: transfer.lastBytes, by: policy.stallAfter)
            {
                transfer.state = .stalled(waitingFor: sighting.waitsFor)
            }
        case .complete, .broken, .givenUp, .unwatched: break
        }
        if time.isLater(than: transfer.start, by: policy.announceAfter) { transfer.notice = .announced }
        let hadNotice = underWay[index].notice
        underWay[index] = transfer
        switch transfer.state {
        // A stalled read does not change, so it is not reported again.
        case .stalled: return transfer.state != before || transfer.notice != hadNotice ? transfer : nil
        case .asked, .flowing, .complete, .broken, .givenUp, .unwatched:
            return transfer.state != before || transfer.notice == .announced ? transfer : nil
        }
    }

    /// Records the end of a read, with its total number of bytes.
    public mutating func end(_ id: ReadID, _ end: TransferEnd, bytes: Int, at time: Instant) -> Transfer? {
        guard let index = index(of: id) else { return nil }
        var transfer = underWay.remove(at: index)
        transfer.take(bytes, at: time, weight: Self.rateWeight)
        transfer.state = transfer.state(after: end)
        transfer.end = time
        if transfer.state == .complete, end != .sourceClosedUnseen { transfer.total = bytes }
        recent.append(transfer)
        if recent.count > Self.recentLimit { removeOldest() }
        return transfer
    }

    /// Removes the oldest entry of the channel that has most, so that one channel cannot displace the entries of the
    /// others.
    private mutating func removeOldest() {
        var counts: [Transfer.Channel: Int] = [:]
        for transfer in recent { counts[transfer.channel, default: 0] += 1 }
        let most = counts.values.max()
        if let index = recent.firstIndex(where: { counts[$0.channel] == most }) { recent.remove(at: index) }
    }

    private func index(of id: ReadID) -> Int? { underWay.firstIndex { $0.id == id } }
}

extension Transfer {
    /// Records the total number of bytes so far.
    fileprivate mutating func take(_ count: Int, at time: Instant, weight: Double) {
        let passed = time > lastLook ? time.microseconds - lastLook.microseconds : 0
        if passed > 0 {
            let sample = Double(max(count - bytes, 0)) * 1e6 / Double(passed)
            rate = rate == 0 ? sample : rate + (sample - rate) * weight
            lastLook = time
        }
        guard count > bytes else { return }
        bytes = count
        lastBytes = time
        state = .flowing
        if let total, count > total { self.total = nil }
    }

    /// Returns the final state for an end.
    fileprivate func state(after end: TransferEnd) -> State {
        switch end {
        case .sourceClosed(.up):
            switch channel {
            case .drag: bytes > 0 ? .complete : .broken(.wroteNothing)
            case .clipboard, .primarySelection: .complete
            }
        case .sourceClosed(.gone):
            if bytes == 0 { .broken(.sourceGone) } else { bytes == total ? .complete : .broken(.brokeOff) }
        case .sourceClosedUnseen: .complete
        case .sourceFailed: .broken(bytes == 0 ? .sourceGone : .brokeOff)
        case .targetClosed: .givenUp
        case .notAsked: .broken(.notAsked)
        case .passedOn: .unwatched
        case .cancelled: .broken(.cancelled)
        case .notConverted: .broken(.notConverted)
        }
    }
}

extension Instant {
    /// Whether the time is at least this many microseconds later than another.
    func isLater(than other: Instant, by microseconds: UInt64) -> Bool {
        self >= other && self.microseconds - other.microseconds >= microseconds
    }
}
