// SPDX-License-Identifier: MIT

public import DrayCore

/// One read of offered content as recorded in the ledger (HIG-24): its source and reader, the number of bytes, and its
/// state. A value that ``TransferLedger`` updates.
///
/// Times are real time and not a drag's clock, since a transfer waits for processes.
public struct Transfer: Equatable, Sendable {
    /// The identity, which the engine never reuses.
    public let id: ReadID
    public let type: MimeType
    /// The seat of the drag or selection.
    public let seat: SeatID
    public let channel: Channel
    /// The type that the source was asked for, if `type` is converted from it (HIG-25); nil without a conversion.
    public let madeOf: MimeType?
    /// The time at which the source was asked.
    public let start: Instant
    /// The time of the end; nil while the read is under way.
    public internal(set) var end: Instant?
    public internal(set) var state: State = .asked
    /// The number of bytes that the reader has been given so far.
    public internal(set) var bytes = 0
    /// The expected total number of bytes; nil if unknown. A total that the source exceeds becomes nil.
    public internal(set) var total: Int?
    /// The smoothed rate in bytes per second; 0 before the first bytes.
    public internal(set) var rate = 0.0
    public internal(set) var notice = Notice.quiet
    /// The time when bytes were last seen to arrive, or when the source was asked.
    var lastBytes: Instant
    var lastLook: Instant

    /// The channel through which the content is offered.
    public enum Channel: Hashable, Sendable {
        case drag(DragID)
        case clipboard
        case primarySelection
    }

    /// The state of a read. The table at the beginning of `TransferLedger.swift` lists the transitions.
    public enum State: Hashable, Sendable {
        /// The source was asked, and no bytes have arrived. Leads to all others.
        case asked
        /// Bytes arrive. Leads to `stalled` and the final states.
        case flowing
        /// No bytes have moved for the time in the policy; the value is the side that blocks the transfer. Leads to
        /// `flowing` and the final states.
        case stalled(waitingFor: Side)
        /// The source has closed its end, and the reader has taken everything. Final.
        case complete
        /// The content did not arrive, or is incomplete. Final.
        case broken(Fault)
        /// The reader has closed its end before the source. This is not an error: some readers need only the beginning.
        /// Final.
        case givenUp
        /// The result is unknown: the source writes directly to the reader, or its application has exited, possibly
        /// before it had written everything. Final.
        case unwatched
    }

    /// A side of a transfer.
    public enum Side: Hashable, Sendable, CaseIterable {
        case source
        case target
    }

    /// The reason why a read is broken (HIG-17).
    public enum Fault: Hashable, Sendable, CaseIterable {
        /// The source could not be asked: it is gone or does not support further reads, or no descriptors are left.
        case notAsked
        /// The source's application exited before it had written anything.
        case sourceGone
        /// The source closed its end without having written anything.
        case wroteNothing
        /// The source's application exited, or its pipe failed, after part of the content had arrived.
        case brokeOff
        /// The host cancelled the read.
        case cancelled
        /// The content could not be converted into the requested type, or there was no space for it (HIG-25).
        case notConverted
    }

    /// Whether the read is announced to the host.
    public enum Notice: Hashable, Sendable {
        /// Too short so far to be noticed by the user. Leads to `announced`.
        case quiet
        /// Longer than the time in the policy: every look and the end are reported.
        case announced
    }

    /// Whether the read has ended.
    public var isOver: Bool { end != nil }

    /// The fraction that has been transferred, from 0 to 1; nil if the total is unknown.
    public var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(Double(bytes) / Double(total), 1)
    }

    /// The estimated remaining time at the current rate, in microseconds; nil if the total or the rate is unknown.
    public var timeLeft: UInt64? {
        guard let total, rate > 0, total >= bytes else { return nil }
        return UInt64(min(Double(total - bytes) / rate * 1e6, 1e15))
    }

    /// The duration so far, or the total duration after the end, in microseconds.
    public func duration(at time: Instant) -> UInt64 {
        let last = end ?? time
        return last > start ? last.microseconds - start.microseconds : 0
    }

    /// Whether no bytes have moved for the time in the policy.
    public var hasStalled: Bool {
        switch state {
        case .stalled: true
        case .asked, .flowing, .complete, .broken, .givenUp, .unwatched: false
        }
    }

    /// Whether the failure should be shown to the user. A read that the host cancelled is not a failure.
    public var hasFailed: Bool {
        switch state {
        case .broken(.cancelled): false
        case .broken: true
        case .asked, .flowing, .stalled, .complete, .givenUp, .unwatched: false
        }
    }

    /// Whether the current state is reported to the host.
    public var isNews: Bool {
        switch (notice, state) {
        case (.announced, _), (_, .broken), (_, .stalled): true
        case (.quiet, .asked), (.quiet, .flowing), (.quiet, .complete), (.quiet, .givenUp), (.quiet, .unwatched): false
        }
    }
}
