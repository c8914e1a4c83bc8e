// SPDX-License-Identifier: MIT

public import DrayCore

// The states of one read, and the transitions between them. An event that a row does not name changes nothing in that
// state.
//
//   state      event                                   next       effects
//   ---------  --------------------------------------  ---------  -----------------------------------------------
//   (none)     read, verdict forward                   open       request
//              read, verdict forwardEarly              open       request, early read
//              read, verdict hold                      held
//              read, verdict hold, too many are held   (none)     refuse
//              read, verdict tooEarly                  (none)     refuse, early read
//              read, verdict close                     (none)     refuse
//              count, early reads are allowed          open       request
//              count, reads are held until the drop    held       (like a read that is held)
//              count, after the drop                   (none)     refuse
//   held       dropped                                 open       request
//              dropped, the engine's read to count     (none)     refuse: the number is no longer needed
//              offer left before the drop, ended       (none)     refuse
//   open       bytes came                              flowing
//              passed on, closed, broke, ended         (none)
//              offer left before the drop              (none)
//   flowing    closed, broke, ended                    (none)
//              offer left before the drop              (none)
//
// The delivery state of the drop follows from the reads through the offer that received the drop, see `Delivery`:
//
//   at the drop, some are flowing                                            arrived
//                some are open                                               awaited
//                some have received bytes, none is left                      cameBefore
//                otherwise                                                   notAsked
//   notAsked, cameBefore, failed,       a read is requested                  awaited
//   brokeOff
//   awaited                             bytes came, or passed on             arrived
//                                       the last open one is closed          failed
//   arrived                             a client's read breaks off           brokeOff

/// The reads of one drag: a value that decides which are forwarded to the source and which are held, and records their
/// results. It has no side effects.
///
/// A read has an identity that is never reused; the owner, which carries out the effects, has its descriptor. A read
/// stays in this value while it can affect the drag. A read that is still under way when the drag ends continues
/// without it.
public struct DragTransfers: Equatable, Sendable {
    /// When reads before the drop are forwarded to the source (HIG-22).
    public let earlyReads: DragPolicy.EarlyReads
    /// The number of reads by clients that had not accepted a type or action yet.
    public private(set) var earlyReadCount = 0

    private var reads: [ReadID: Read] = [:]
    private var phase = Phase.underWay(content: .none)

    /// A read that can still affect the drag.
    struct Read: Equatable, Sendable {
        var type: MimeType
        var reader: Reader
        var state: State

        enum Reader: Equatable, Sendable {
            /// A client, identified by its offer.
            case target(OfferID)
            /// The engine, which counts the items (HIG-06).
            case counter
        }

        enum State: Equatable, Sendable {
            /// Waits for the drop. Leads to `open`, or is refused.
            case held
            /// The source was asked, but has not written yet. Leads to `flowing`, or is closed.
            case open
            /// Bytes have arrived.
            case flowing
        }
    }

    private enum Phase: Equatable, Sendable {
        /// Before the drop, with the reads of the current target so far. Leads to `dropped` and `ended`.
        case underWay(content: Early)
        /// Leads to `ended`.
        case dropped(Delivery)
        case ended

        /// Whether a read by the current target has received bytes.
        enum Early: Equatable, Sendable {
            case none
            case came
        }
    }

    /// The maximum number of held reads per drag. Each keeps a descriptor open.
    public static let heldLimit = 16

    public init(earlyReads: DragPolicy.EarlyReads) {
        self.earlyReads = earlyReads
    }

    /// The state of the content since the drop; nil before the drop and after the end.
    public var delivery: Delivery? {
        switch phase {
        case .dropped(let delivery): delivery
        case .underWay, .ended: nil
        }
    }

    /// The reads that wait for the drop.
    public var held: Set<ReadID> { Set(reads.lazy.filter { $0.value.state == .held }.map(\.key)) }

    /// The reads that were requested from the source and have not ended.
    public var requested: Set<ReadID> { Set(reads.lazy.filter { $0.value.state != .held }.map(\.key)) }

    // MARK: - Readers

    /// Handles a read by a client (`wl_data_offer.receive`).
    /// - Parameter verdict: The verdict of the drag's session.
    public mutating func read(
        _ id: ReadID, _ type: MimeType, by offer: OfferID, _ verdict: ReadVerdict
    ) -> [TransferEffect] {
        guard phase != .ended, reads[id] == nil else { return [.refuse(id)] }
        switch verdict {
        case .forward:
            reads[id] = Read(type: type, reader: .target(offer), state: .open)
            return expectContent() + [.request(id, type)]
        case .forwardEarly:
            earlyReadCount += 1
            reads[id] = Read(type: type, reader: .target(offer), state: .open)
            return expectContent() + [.request(id, type), .earlyRead(count: earlyReadCount)]
        case .hold:
            guard held.count < Self.heldLimit else { return [.refuse(id)] }
            reads[id] = Read(type: type, reader: .target(offer), state: .held)
            return []
        case .tooEarly:
            earlyReadCount += 1
            return [.refuse(id), .earlyRead(count: earlyReadCount)]
        case .close:
            return [.refuse(id)]
        }
    }

    /// Handles the engine's read to count the items (HIG-06). If reads are held until the drop, so is this one.
    public mutating func count(_ id: ReadID, _ type: MimeType) -> [TransferEffect] {
        guard case .underWay = phase, reads[id] == nil else { return [.refuse(id)] }
        switch earlyReads {
        case .forwarded, .afterAnswer:
            reads[id] = Read(type: type, reader: .counter, state: .open)
            return [.request(id, type)]
        case .heldUntilDrop:
            guard held.count < Self.heldLimit else { return [.refuse(id)] }
            reads[id] = Read(type: type, reader: .counter, state: .held)
            return []
        }
    }

    // MARK: - Results

    /// Records that the first bytes of a read have been written to the reader.
    public mutating func bytesCame(_ id: ReadID) -> [TransferEffect] {
        guard reads[id]?.state == .open else { return [] }
        reads[id]?.state = .flowing
        return contentCame(by: id)
    }

    /// Records that the source writes into the reader's own descriptor, so the result is not known. The read counts as
    /// successful; the reader reports a failure itself.
    public mutating func passedOn(_ id: ReadID) -> [TransferEffect] {
        guard reads[id]?.state == .open else { return [] }
        let effects = contentCame(by: id)
        reads[id] = nil
        return effects
    }

    /// Records the end of a requested read: the source closed it, exited, or could not be asked; or the reader closed
    /// its end.
    public mutating func closed(_ id: ReadID) -> [TransferEffect] {
        guard let read = reads[id], read.state != .held else { return [] }
        reads[id] = nil
        guard case .dropped(.awaited) = phase, read.reader != .counter, !isAwaiting else { return [] }
        return know(.failed)
    }

    /// Records that a read ended before its content was complete, although the reader did not close it (HIG-17).
    public mutating func broke(_ id: ReadID) -> [TransferEffect] {
        guard let read = reads[id], read.state == .flowing, read.reader != .counter, case .dropped(.arrived) = phase
        else { return closed(id) }
        reads[id] = nil
        return know(.brokeOff)
    }

    // MARK: - The drag

    /// Records that the drag has left a target. Held reads through its offer are refused. Reads that are under way
    /// continue, but no longer affect the drag. Has no effect after the drop.
    public mutating func offerLeft(_ offer: OfferID) -> [TransferEffect] {
        guard case .underWay = phase else { return [] }
        let effects = refuse { $0.state == .held && $0.reader == .target(offer) }
        reads = reads.filter { $0.value.reader != .target(offer) }
        phase = .underWay(content: .none)
        return effects
    }

    /// Records that the content was dropped and its target may read it. Held reads are forwarded to the source.
    public mutating func dropped() -> [TransferEffect] {
        guard case .underWay(let early) = phase else { return [] }
        let refused = refuse { $0.state == .held && $0.reader == .counter }
        let waiting = reads.filter { $0.value.state == .held }.sorted { $0.key.rawValue < $1.key.rawValue }
        for (id, _) in waiting { reads[id]?.state = .open }
        let states = targetReads.map(\.state)
        let delivery: Delivery =
            if states.contains(.flowing) { .arrived } else if states.contains(.open) { .awaited } else {
                switch early {
                case .came: .cameBefore
                case .none: .notAsked
                }
            }
        return refused + know(delivery) + waiting.map { .request($0.key, $0.value.type) }
    }

    /// Records that the drag has ended. Reads that are under way continue without it.
    public mutating func ended() -> [TransferEffect] {
        guard phase != .ended else { return [] }
        phase = .ended
        let effects = refuse { $0.state == .held }
        reads = [:]
        return effects
    }

    // MARK: - Helpers

    private var targetReads: some Sequence<Read> { reads.values.lazy.filter { $0.reader != .counter } }

    /// Whether a read by a target is still waiting for its first bytes.
    private var isAwaiting: Bool { targetReads.contains { $0.state == .open } }

    /// Updates the delivery state for a requested read: after the drop, content is expected again.
    private mutating func expectContent() -> [TransferEffect] {
        switch phase {
        case .dropped(.notAsked), .dropped(.cameBefore), .dropped(.failed), .dropped(.brokeOff): know(.awaited)
        case .dropped(.awaited), .dropped(.arrived), .underWay, .ended: []
        }
    }

    private mutating func contentCame(by id: ReadID) -> [TransferEffect] {
        guard let read = reads[id], read.reader != .counter else { return [] }
        switch phase {
        case .underWay:
            phase = .underWay(content: .came)
            return []
        case .dropped(.awaited): return know(.arrived)
        case .dropped(.notAsked), .dropped(.cameBefore), .dropped(.failed), .dropped(.brokeOff), .dropped(.arrived),
            .ended:
            return []
        }
    }

    private mutating func know(_ delivery: Delivery) -> [TransferEffect] {
        phase = .dropped(delivery)
        return [.delivery(delivery)]
    }

    private mutating func refuse(where isRefused: (Read) -> Bool) -> [TransferEffect] {
        let refused = reads.filter { isRefused($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
        for id in refused { reads[id] = nil }
        return refused.map { .refuse($0) }
    }
}
