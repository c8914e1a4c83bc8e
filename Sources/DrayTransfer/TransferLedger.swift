// SPDX-License-Identifier: MIT

public import DrayCore

// The states of one entry, and what leads from one to the next. Events that a row does not name change nothing there.
//
//   state      event                                                    next
//   ---------  -------------------------------------------------------  -----------------------
//   (none)     begin                                                    asked
//   asked      a look, bytes have come                                  flowing
//   asked,     a look, nothing has moved for the policy's time          stalled (the side that is waited for)
//   flowing
//   stalled    a look, bytes have come                                  flowing
//   the four   the source closed, its application is up, bytes came     complete
//   above        the same, no bytes, a drag                             broken (wroteNothing)
//                the same, no bytes, a selection                        complete: what is copied may be empty
//              the source closed, its application is gone, no bytes     broken (sourceGone)
//                the same, all of a known total came                    complete
//                the same, bytes came                                   broken (brokeOff)
//              its end could not be read                                broken (brokeOff, or sourceGone without bytes)
//              the reader closed                                        givenUp
//              nobody could be asked                                    broken (notAsked)
//              the source writes to the reader directly, and nobody     unwatched
//                looks, or its application went before it was seen
//                to close
//              the same, it closed, and its application is up           complete: as far as one can know
//              the host wants no more of it                             broken (cancelled)
//              the type could not be made of the source's               broken (notConverted)
//   complete, broken, givenUp, unwatched                                (no event leads anywhere)
//
// A failure is what is `broken`, by anybody but the host. None of these is one: a reader that takes the beginning and
// closes; one that never reads, since it only wanted the types; one that reads the same type again; one that never says
// that it has finished.

/// Every read of every offer on one display: drags, clipboards and primary selections. A value that does nothing by itself.
///
/// Whoever carries bytes tells it what begins and ends, and looks at what is under way now and then. What a call returns
/// is the entry, where it has changed for somebody who watches.
public struct TransferLedger: Equatable, Sendable {
    public var policy: TransferPolicy
    /// In the order in which they began.
    public private(set) var underWay: [Transfer] = []
    /// What has come to its end last, the oldest first.
    public private(set) var recent: [Transfer] = []

    /// Entries that are kept after their end, for hosts that list them.
    public static let recentLimit = 64
    /// Between looks at what is under way, in microseconds: a number that people read changes four times a second.
    public static let lookInterval: UInt64 = 250_000
    /// The same while nothing moves: a transfer that never comes to its end must not keep the compositor awake.
    public static let stalledInterval: UInt64 = 2_000_000
    /// How much of the rate each look brings; the rest is that of the looks before.
    private static let rateWeight = 0.4

    public init(policy: TransferPolicy = .standard) {
        self.policy = policy
    }

    public subscript(id: ReadID) -> Transfer? {
        underWay.first { $0.id == id } ?? recent.last { $0.id == id }
    }

    /// What a look at a read shows.
    public struct Sighting: Equatable, Sendable {
        /// What has gone to the reader so far, in all.
        public var bytes: Int
        /// Which side has to move next.
        public var waitsFor: Transfer.Side
        /// Where bytes cannot be counted: whether something is known to have moved since the last look.
        public var hasMoved: Bool

        public init(bytes: Int, waitsFor: Transfer.Side, hasMoved: Bool = false) {
            self.bytes = bytes
            self.waitsFor = waitsFor
            self.hasMoved = hasMoved
        }
    }

    /// Whether nothing is under way but what has stalled.
    public var hasStalled: Bool { underWay.allSatisfy(\.hasStalled) }

    /// The source is asked. An identity that is used already is passed over.
    public mutating func begin(_ request: TransferRequest, at time: Instant) -> Transfer? {
        guard self[request.id] == nil else { return nil }
        let transfer = Transfer(request, at: time)
        underWay.append(transfer)
        return transfer
    }

    /// Somebody has said how much there is, in bytes: a hint, and no promise. One that has been refuted already is none.
    public mutating func expect(_ total: Int, of id: ReadID) {
        guard let index = index(of: id), total >= underWay[index].bytes else { return }
        underWay[index].total = total
    }

    /// How a read stands now.
    /// - Returns: the entry, if its state has changed, or it was announced.
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
        // Nothing moves, and that was told: who waits need not hear it again and again.
        case .stalled: return transfer.state != before || transfer.notice != hadNotice ? transfer : nil
        case .asked, .flowing, .complete, .broken, .givenUp, .unwatched:
            return transfer.state != before || transfer.notice == .announced ? transfer : nil
        }
    }

    /// A read has come to its end, with so many bytes in all.
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

    /// Forgets the oldest entry of the channel that has most: no drag makes the others' be forgotten.
    private mutating func removeOldest() {
        var counts: [Transfer.Channel: Int] = [:]
        for transfer in recent { counts[transfer.channel, default: 0] += 1 }
        let most = counts.values.max()
        if let index = recent.firstIndex(where: { counts[$0.channel] == most }) { recent.remove(at: index) }
    }

    private func index(of id: ReadID) -> Int? { underWay.firstIndex { $0.id == id } }
}

extension Transfer {
    /// So many bytes have come in all.
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

    /// What an end comes to.
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
    /// Whether the time is so many microseconds after another, or more.
    func isLater(than other: Instant, by microseconds: UInt64) -> Bool {
        self >= other && self.microseconds - other.microseconds >= microseconds
    }
}
