// SPDX-License-Identifier: MIT

public import DrayCore

// The states of one read, and what leads from one to the next. Events that a row does not name change nothing there.
//
//   state      event                                   next       what goes out, in short
//   ---------  --------------------------------------  ---------  -----------------------------------------------
//   (none)     read, verdict forward                   open       request
//              read, verdict forwardEarly              open       request, early read
//              read, verdict hold                      held
//              read, verdict hold, too many are held   (none)     refuse
//              read, verdict tooEarly                  (none)     refuse, early read
//              read, verdict close                     (none)     refuse
//              count, data may move before the drop    open       request
//              count, it may not                       held       (as a read that is held)
//              count, after the drop                   (none)     refuse
//   held       dropped                                 open       request
//              dropped, the engine's own, to count     (none)     refuse: nobody needs the number any more
//              its offer left before the drop, ended   (none)     refuse
//   open       bytes came                              flowing
//              passed on, closed, broke, ended         (none)
//              its offer left before the drop          (none)
//   flowing    closed, broke, ended                    (none)
//              its offer left before the drop          (none)
//
// What is known of the drop's content follows from the reads by the offer that was dropped on, see `Delivery`:
//
//   at the drop, some are flowing                                            arrived
//                some are open                                               awaited
//                some have brought bytes, none is left                       cameBefore
//                otherwise                                                   notAsked
//   notAsked, cameBefore, failed,       a read is requested                  awaited
//   brokeOff
//   awaited                             bytes came, or passed on             arrived
//                                       the last open one is closed          failed
//   arrived                             a client's read breaks off           brokeOff

/// The reads of one drag: a value that knows which go on to the source, which wait, and what came of them, and does
/// nothing by itself.
///
/// Reads are named by an identity that is never used twice; whoever carries the effects out has their descriptors. A
/// read is in the ledger as long as something may still come of it for the drag; what is left of it when the drag has
/// ended runs to its end without the ledger.
public struct DragTransfers: Equatable, Sendable {
    /// Whether the source's data may move before the drop (HIG-22).
    public let earlyReads: DragPolicy.EarlyReads
    /// How often a client wanted to read that had not said yet that it wants anything.
    public private(set) var earlyReadCount = 0

    private var reads: [ReadID: Read] = [:]
    private var phase = Phase.underWay(content: .none)

    /// A read that something may come of.
    struct Read: Equatable, Sendable {
        var type: MimeType
        var reader: Reader
        var state: State

        enum Reader: Equatable, Sendable {
            /// A client, by its offer.
            case target(OfferID)
            /// The engine, to count items (HIG-06).
            case counter
        }

        enum State: Equatable, Sendable {
            /// Waits for the drop. Leads to `open`, or is refused.
            case held
            /// The source was asked, and has not written yet. Leads to `flowing`, or is closed.
            case open
            /// Bytes have come.
            case flowing
        }
    }

    private enum Phase: Equatable, Sendable {
        /// Before the drop, with what its target has read so far. Leads to `dropped` and `ended`.
        case underWay(content: Early)
        /// Leads to `ended`.
        case dropped(Delivery)
        case ended

        /// Whether a read by the target that the content is over has brought something.
        enum Early: Equatable, Sendable {
            case none
            case came
        }
    }

    /// Reads of one drag that may wait for the drop; each keeps a descriptor open.
    public static let heldLimit = 16

    public init(earlyReads: DragPolicy.EarlyReads) {
        self.earlyReads = earlyReads
    }

    /// What is known of the content since the drop; nil before it and after the end.
    public var delivery: Delivery? {
        switch phase {
        case .dropped(let delivery): delivery
        case .underWay, .ended: nil
        }
    }

    /// The reads that wait for the drop.
    public var held: Set<ReadID> { Set(reads.lazy.filter { $0.value.state == .held }.map(\.key)) }

    /// The reads whose source was asked, and that have not come to their end.
    public var requested: Set<ReadID> { Set(reads.lazy.filter { $0.value.state != .held }.map(\.key)) }

    // MARK: - Readers

    /// A client reads by an offer (`wl_data_offer.receive`).
    /// - Parameter verdict: what the drag's session says of it.
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

    /// The engine wants to count the items (HIG-06). Where data may move only with the drop, that goes for this read too.
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

    // MARK: - What comes of them

    /// The first bytes of a read have gone to the reader.
    public mutating func bytesCame(_ id: ReadID) -> [TransferEffect] {
        guard reads[id]?.state == .open else { return [] }
        reads[id]?.state = .flowing
        return contentCame(by: id)
    }

    /// The source writes into the reader's own descriptor: nothing more will be known of this read. It counts as one that
    /// brought content, as the reader will say.
    public mutating func passedOn(_ id: ReadID) -> [TransferEffect] {
        guard reads[id]?.state == .open else { return [] }
        let effects = contentCame(by: id)
        reads[id] = nil
        return effects
    }

    /// A read that was requested is at its end: the source closed it, is gone, or could not be asked; or the reader has
    /// closed its side.
    public mutating func closed(_ id: ReadID) -> [TransferEffect] {
        guard let read = reads[id], read.state != .held else { return [] }
        reads[id] = nil
        guard case .dropped(.awaited) = phase, read.reader != .counter, !isAwaiting else { return [] }
        return know(.failed)
    }

    /// A read has come to its end before all of its content had come, although its reader wanted it (HIG-17).
    public mutating func broke(_ id: ReadID) -> [TransferEffect] {
        guard let read = reads[id], read.state == .flowing, read.reader != .counter, case .dropped(.arrived) = phase
        else { return closed(id) }
        reads[id] = nil
        return know(.brokeOff)
    }

    // MARK: - The drag

    /// The content has left a target: what its client still wants to read by that offer it does not get. What is being
    /// read runs to its end, and means nothing to the drag any more. After the drop it changes nothing.
    public mutating func offerLeft(_ offer: OfferID) -> [TransferEffect] {
        guard case .underWay = phase else { return [] }
        let effects = refuse { $0.state == .held && $0.reader == .target(offer) }
        reads = reads.filter { $0.value.reader != .target(offer) }
        phase = .underWay(content: .none)
        return effects
    }

    /// The content was dropped, and its target gets it: what was held goes to the source now.
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

    /// The drag has ended. Reads that are under way go on by themselves.
    public mutating func ended() -> [TransferEffect] {
        guard phase != .ended else { return [] }
        phase = .ended
        let effects = refuse { $0.state == .held }
        reads = [:]
        return effects
    }

    // MARK: - Helpers

    private var targetReads: some Sequence<Read> { reads.values.lazy.filter { $0.reader != .counter } }

    /// Whether a target's read may still bring the first bytes.
    private var isAwaiting: Bool { targetReads.contains { $0.state == .open } }

    /// A read was requested: after the drop, something is to come of it.
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
