// SPDX-License-Identifier: MIT

public import DrayCore

// The limits of the pool, and how programs share them: no program can use up what all others need, and no read lasts
// for ever. The table in `Transfers.md` lists them.

extension TransferPool {
    /// Relayed transfers, each of which keeps four descriptors open, of the 1024 that a process has by default, and at
    /// most two mebibytes in the kernel while it is busy. What exceeds the limit or the share passes by.
    public static let relayLimit = 48
    public static let relayShare = 16
    /// Reads that pass by and are looked at. Each keeps a descriptor open; what exceeds the limit is not looked at.
    public static let passingLimit = 256
    public static let passingShare = 64
    /// Conversions that wait for their source or are being made. Each keeps up to eight descriptors open.
    static let conversionLimit = 16
    static let conversionShare = 4
    /// Contents that the pool writes to readers.
    static let feedLimit = 32
    static let feedShare = 8
    /// The bytes of these that were made for one reader, or are the compositor's own.
    static let feedByteLimit = 256 << 20
    static let feedByteShare = 96 << 20
    /// Types that are being taken in, of all drops and clipboards. Each keeps four descriptors open.
    static let catcherLimit = 48
    static let catcherShare = 16
    /// The bytes that are kept of all drops and clipboards.
    static let keptByteLimit = 256 << 20
    static let keptByteShare = 128 << 20
    /// Reads of what was dropped on the compositor itself.
    static let hostReadLimit = 16
    static let hostReadShare = 4
    /// Lists of items that are read to count them. A drag leaves one behind at most, and only where its source is slow.
    public static let counterLimit = 8
    public static let counterShare = 2

    /// A reader that takes nothing of what the pool writes for so long has its read ended, in microseconds. A source
    /// that writes nothing of what was dropped on the compositor likewise.
    public static let readerTimeout: UInt64 = 30_000_000

    /// The shares in all that is limited.
    struct Limits {
        var relays = FairShares<ReadID>(limit: relayLimit, share: relayShare)
        var passing = FairShares<ReadID>(limit: passingLimit, share: passingShare)
        var conversions = FairShares<ReadID>(limit: conversionLimit, share: conversionShare)
        var feeds = FairShares<UInt64>(limit: feedLimit, share: feedShare)
        var feedBytes = FairShares<UInt64>(limit: feedByteLimit, share: feedByteShare)
        var catchers = FairShares<UInt64>(limit: catcherLimit, share: catcherShare)
        var keptBytes = FairShares<UInt64>(limit: keptByteLimit, share: keptByteShare)
        var hostReads = FairShares<UInt64>(limit: hostReadLimit, share: hostReadShare)
        var counters = FairShares<UInt64>(limit: counterLimit, share: counterShare)

        /// A read that did not begin.
        mutating func release(_ id: ReadID) {
            relays.release(id)
            passing.release(id)
            conversions.release(id)
        }
    }

    // MARK: Admission

    /// Whether the pool stands between the two programs. A transfer of a third program is ended for that only if
    /// nothing moves in it.
    func admitsRelay(_ request: TransferRequest) -> Bool {
        let ledger = ledger
        let admission = limits.relays.admit(
            request.id, request.parties, replacesOwn: false, mayEvict: { ledger[$0]?.hasStalled ?? false })
        guard case .admitted(let evicted) = admission else { return false }
        for id in evicted { stop(id, .cancelled) }
        return true
    }

    /// Whether the pool looks at a read that passes by. Another that is not looked at any more goes on.
    func admitsLook(_ request: TransferRequest) -> Bool {
        let admission = limits.passing.admit(request.id, request.parties, replacesOwn: false)
        guard case .admitted(let evicted) = admission else { return false }
        for id in evicted {
            guard let read = passing.removeValue(forKey: id), let state = conclude(id, .passedOn, bytes: 0) else {
                continue
            }
            read.onEvent(.bytesCame)
            read.onEvent(.closed(state))
        }
        return true
    }

    /// Whether a conversion may begin. A program whose reader has yet to take a great deal takes that first.
    func admitsConversion(_ request: TransferRequest) -> Bool {
        let parties = request.parties
        guard [parties.source, parties.reader].allSatisfy({ limits.feedBytes.use(by: $0) < Self.feedByteShare }),
            case .admitted(let evicted) = limits.conversions.admit(request.id, parties)
        else { return false }
        for id in evicted {
            stop(id, .notConverted)
            conversions[id]?.abort()
        }
        return true
    }

    // MARK: Time

    /// How a read ends whose time is over; nil for one that goes on.
    func overdue(_ id: ReadID, at time: Instant) -> TransferEnd? {
        guard let carrier = carriers[id], let entry = ledger[id] else { return nil }
        switch (carrier.writer, entry.state) {
        case (.pool, .stalled(waitingFor: .target)):
            return time.isLater(than: entry.lastBytes, by: Self.readerTimeout) ? .targetClosed : nil
        case (.client, .stalled): return carrier.isOrphaned ? .sourceFailed : nil
        case (_, .asked), (_, .flowing), (_, .stalled), (_, .complete), (_, .broken), (_, .givenUp), (_, .unwatched):
            return nil
        }
    }

    /// Whether something is looked at that is no read.
    var hasWaiting: Bool { !readers.isEmpty || !feeds.isEmpty || catchers.values.contains { $0.catcher.isDiscarding } }

    /// Ends what has not moved for ``readerTimeout``, of what is no read, and what is read for its source's sake for so
    /// long.
    func endStalled(at time: Instant) {
        for (number, read) in readers where readers[number]?.pace.isOver(read.reader.received, at: time) ?? false {
            endHostRead(number)?.giveUp()
        }
        for (number, feed) in feeds where feeds[number]?.pace.isOver(feed.feeder.written, at: time) ?? false {
            endFeed(number)
        }
        for (number, catching) in catchers where catching.catcher.isDiscarding {
            if catchers[number]?.pace.isOver(0, at: time) ?? false { catching.catcher.stop() }
        }
    }

    // MARK: The end of a program

    /// A connection was closed. What the pool writes to that program, takes in of it or makes of its content ends with
    /// it. A transfer between two programs goes on as long as it moves: either may have handed its pipe to another
    /// process.
    public func applicationGone(_ application: ApplicationID) {
        for (id, carrier) in carriers {
            switch carrier.writer {
            case .pool: if carrier.parties.reader.application == application { stop(id, .targetClosed) }
            case .client: carriers[id]?.gone.insert(application)
            }
        }
        for run in conversions.values where run.source.application == application { run.sourceGone() }
        for (number, feed) in feeds where feed.reader.application == application { endFeed(number) }
        for catching in catchers.values where catching.source.application == application {
            catching.catcher.sourceGone()
        }
    }
}

/// How something moves that may stop moving.
struct Pace {
    private var moved = 0
    private var since: Instant

    init(at time: Instant) {
        since = time
    }

    /// Takes note of how much has moved by now.
    /// - Returns: whether nothing has for ``TransferPool/readerTimeout``.
    mutating func isOver(_ moved: Int, at time: Instant) -> Bool {
        guard moved == self.moved else {
            self.moved = moved
            since = time
            return false
        }
        return time.isLater(than: since, by: TransferPool.readerTimeout)
    }
}
