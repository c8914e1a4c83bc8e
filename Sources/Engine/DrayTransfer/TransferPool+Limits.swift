// SPDX-License-Identifier: MIT

public import DrayCore

// The limits of the pool, and their distribution among programs: no program can exhaust a resource that others need,
// and no read lasts forever. The table in `docs/transfers.md` lists the limits.

extension TransferPool {
    /// The maximum number of relayed transfers. Each keeps four descriptors open, of the 1024 that a process has by
    /// default, and at most 2 MiB in the kernel while it is busy. Transfers beyond the limit or the share are direct.
    public static let relayLimit = 48
    public static let relayShare = 16
    /// The maximum number of direct transfers that are observed. Each keeps a descriptor open; transfers beyond the
    /// limit are not observed.
    public static let passingLimit = 256
    public static let passingShare = 64
    /// The maximum number of conversions that wait for their source or are being processed. Each keeps up to eight
    /// descriptors open.
    static let conversionLimit = 16
    static let conversionShare = 4
    /// The maximum number of contents that the pool writes to readers.
    static let feedLimit = 32
    static let feedShare = 8
    /// The maximum number of bytes of these that were converted for one reader, or are the compositor's own.
    static let feedByteLimit = 256 << 20
    static let feedByteShare = 96 << 20
    /// The maximum number of types that are being captured, of all drops and clipboards. Each keeps four descriptors
    /// open.
    static let catcherLimit = 48
    static let catcherShare = 16
    /// The maximum number of kept bytes of all drops and clipboards.
    static let keptByteLimit = 256 << 20
    static let keptByteShare = 128 << 20
    /// The maximum number of reads of content dropped on the compositor.
    static let hostReadLimit = 16
    static let hostReadShare = 4
    /// The maximum number of lists that are read to count items. A drag leaves at most one behind, and only if its
    /// source is slow.
    public static let counterLimit = 8
    public static let counterShare = 2

    /// The time after which a read ends if its reader accepts nothing of what the pool writes, in microseconds. It also
    /// applies to a source that writes nothing of content dropped on the compositor.
    public static let readerTimeout: UInt64 = 30_000_000

    /// The shares in each limited resource.
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

        /// Releases the slots of a read that did not begin.
        mutating func release(_ id: ReadID) {
            relays.release(id)
            passing.release(id)
            conversions.release(id)
        }
    }

    // MARK: Admission

    /// Whether the transfer can be relayed. A transfer between other programs is evicted only if it has stalled.
    func admitsRelay(_ request: TransferRequest) -> Bool {
        let ledger = ledger
        let admission = limits.relays.admit(
            request.id, request.parties, replacesOwn: false, mayEvict: { ledger[$0]?.hasStalled ?? false })
        guard case .admitted(let evicted) = admission else { return false }
        for id in evicted { stop(id, .cancelled) }
        return true
    }

    /// Whether a direct transfer can be observed. An evicted one continues without being observed.
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

    /// Whether a conversion may begin. It may not while either program has reached its share of bytes still to be read.
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

    /// Returns the end of a read that has timed out; nil if it may continue.
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

    /// Whether anything other than reads has to be looked at.
    var hasWaiting: Bool { !readers.isEmpty || !feeds.isEmpty || catchers.values.contains { $0.catcher.isDiscarding } }

    /// Ends everything other than reads that has not moved for ``readerTimeout``, and discarding that has lasted that
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

    // MARK: Disconnecting

    /// Handles the end of a connection. Content that the pool writes to that program, captures from it or converts for
    /// it ends. A transfer between two programs continues while data moves: either may have passed its pipe to another
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

/// The progress of a transfer that may stop moving.
struct Pace {
    private var moved = 0
    private var since: Instant

    init(at time: Instant) {
        since = time
    }

    /// Records the amount that has been moved so far.
    /// - Returns: Whether it has not changed for ``TransferPool/readerTimeout``.
    mutating func isOver(_ moved: Int, at time: Instant) -> Bool {
        guard moved == self.moved else {
            self.moved = moved
            since = time
            return false
        }
        return time.isLater(than: since, by: TransferPool.readerTimeout)
    }
}
