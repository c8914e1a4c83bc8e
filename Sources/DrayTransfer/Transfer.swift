// SPDX-License-Identifier: MIT

public import DrayCore

/// One read of offered content, as the ledger knows it (HIG-24): who gives and who reads, how much has come, and how it
/// stands. A value; ``TransferLedger`` keeps it up to date.
///
/// Times are on the machine's own clock and not on a drag's: it is processes that are waited for.
public struct Transfer: Equatable, Sendable {
    /// Never used again by its engine.
    public let id: ReadID
    public let type: MimeType
    /// Whose drag or selection it is.
    public let seat: SeatID
    public let channel: Channel
    /// What the source was asked for, where `type` is made of that (HIG-25); nil if it is the source's own.
    public let madeOf: MimeType?
    /// When the source was asked.
    public let start: Instant
    /// When it came to its end; nil before.
    public internal(set) var end: Instant?
    public internal(set) var state: State = .asked
    /// What has gone to the reader so far.
    public internal(set) var bytes = 0
    /// How much there is in all; nil where nobody has said so. A source that gives more than it has said is believed no
    /// longer.
    public internal(set) var total: Int?
    /// Bytes per second, of the last looks; 0 before the first bytes were seen.
    public internal(set) var rate = 0.0
    public internal(set) var notice = Notice.quiet
    /// When bytes were seen to come last, or the source was asked.
    var lastBytes: Instant
    var lastLook: Instant

    /// What the content is offered by.
    public enum Channel: Hashable, Sendable {
        case drag(DragID)
        case clipboard
        case primarySelection
    }

    /// How a read stands. The table at the head of `TransferLedger.swift` says what leads where.
    public enum State: Hashable, Sendable {
        /// The source was asked, and nothing has come yet. Leads to any other.
        case asked
        /// Bytes come. Leads to `stalled` and the ends.
        case flowing
        /// Nothing has moved for longer than the policy's time, and it is this side that is waited for. Leads to `flowing`
        /// and the ends.
        case stalled(waitingFor: Side)
        /// The source has closed its end, and the reader has taken everything. An end.
        case complete
        /// What was asked for did not come, or not all of it. An end.
        case broken(Fault)
        /// The reader has closed its end before the source had. Its own decision: some read only the beginning. An end.
        case givenUp
        /// The source writes to the reader directly, and nothing more is known; or its application has gone, and so may some
        /// of the content. An end.
        case unwatched
    }

    /// A side of a transfer.
    public enum Side: Hashable, Sendable, CaseIterable {
        case source
        case target
    }

    /// Why a read is broken (HIG-17).
    public enum Fault: Hashable, Sendable, CaseIterable {
        /// The source could not be asked: it is gone, does not take note of earlier reads, or there are no descriptors.
        case notAsked
        /// The source's application went away before it had written anything.
        case sourceGone
        /// The source has closed its end without having written anything.
        case wroteNothing
        /// The source's application went away, or its pipe failed, after some of the content had come.
        case brokeOff
        /// The host has broken it off.
        case cancelled
        /// The source gave what could not be made into the type that was read, or there was no room for it (HIG-25).
        case notConverted
    }

    /// Whether the host is told of it without having asked.
    public enum Notice: Hashable, Sendable {
        /// Not long enough for a person to wait. Leads to `announced`.
        case quiet
        /// Longer than the policy's time: each further look is told, and the end.
        case announced
    }

    /// Whether nothing more will come of it.
    public var isOver: Bool { end != nil }

    /// From 0 to 1; nil where the total is not known.
    public var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(Double(bytes) / Double(total), 1)
    }

    /// How much longer it takes at its present rate, in microseconds; nil where total or rate are not known.
    public var timeLeft: UInt64? {
        guard let total, rate > 0, total >= bytes else { return nil }
        return UInt64(min(Double(total - bytes) / rate * 1e6, 1e15))
    }

    /// How long it has taken so far, or took in all, in microseconds.
    public func duration(at time: Instant) -> UInt64 {
        let last = end ?? time
        return last > start ? last.microseconds - start.microseconds : 0
    }

    /// Whether nothing has moved for longer than the policy's time.
    public var hasStalled: Bool {
        switch state {
        case .stalled: true
        case .asked, .flowing, .complete, .broken, .givenUp, .unwatched: false
        }
    }

    /// Whether a person is to be told that it went wrong. What the host has broken off itself is no news to it.
    public var hasFailed: Bool {
        switch state {
        case .broken(.cancelled): false
        case .broken: true
        case .asked, .flowing, .stalled, .complete, .givenUp, .unwatched: false
        }
    }

    /// Whether the host hears of it as it is now.
    public var isNews: Bool {
        switch (notice, state) {
        case (.announced, _), (_, .broken), (_, .stalled): true
        case (.quiet, .asked), (.quiet, .flowing), (.quiet, .complete), (.quiet, .givenUp), (.quiet, .unwatched): false
        }
    }
}
