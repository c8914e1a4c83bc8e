// SPDX-License-Identifier: MIT

internal import CPipe
public import DrayCore
internal import Glibc
public import WaylandServer
public import WaylandUtil

/// The pipes that an engine stands between sources and readers with, and the ledger of all reads. They outlive their
/// drags: a transfer that is under way when its drag ends goes on to its end.
///
/// What the engine knows of a transfer it knows from standing there: a source that was killed, or wrote nothing, cannot
/// be told from one that did well by looking at a descriptor that has been given away (HIG-16, HIG-17). The bytes pass
/// without being copied, see ``TransferRelay``.
///
/// Carries out what a ``TransferLedger`` needs: looks at what is under way four times a second, as long as there is
/// anything, and tells it what ends.
public final class TransferPool {
    public internal(set) var ledger = TransferLedger()
    /// Told of every change that somebody who watches wants to know: beginnings, states, ends, and how far announced ones
    /// are. Never called from within ``cancel(_:)`` or while a descriptor is in the hands of the pool.
    public var onChange: (Transfer) -> Void = { _ in }

    let loop: EventLoop
    let now: () -> Instant
    var carriers: [ReadID: Carrier] = [:]
    var looking: TimerSource?
    /// What it was armed with, in milliseconds.
    var lookWait: Int32 = 0
    /// Pipes that lists of items are still read from; longer than their drags, for the sake of slow sources.
    private var counters: [UInt64: (source: TransferParty, counter: ItemCounter)] = [:]
    /// What was dropped on the host itself, on its way into memory.
    var readers: [UInt64: HostRead] = [:]
    /// Content that is being taken in, and kept content that is being given; see `TransferPool+Keeping.swift`.
    var catchers: [UInt64: Catching] = [:]
    var feeds: [UInt64: Feed] = [:]
    /// What was taken in; held by its drag or clipboard.
    var kept: [UInt64: KeptReference] = [:]
    /// What is being made into other types; see `TransferPool+Converting.swift`.
    var conversions: [ReadID: ConversionRun] = [:]
    /// Reads that pass by, and are looked at.
    var passing: [ReadID: Passing] = [:]
    /// Who has how much of what is limited; see `TransferPool+Limits.swift`.
    var limits = Limits()
    private var lastNumber: UInt64 = 0
    /// Made when something is first asked of it.
    public lazy var workshop = Workshop(loop: loop)

    /// A read that goes through a pipe of the pool's.
    struct Carrier {
        let parties: TransferParties
        let writer: Writer
        let relay: TransferRelay
        let sourceLife: () -> SourceLife
        let onEvent: (Event) -> Void
        /// What the source's application was as its end was seen to close; nil before.
        var lifeAtEnd: SourceLife?
        var hasBytes = false
        /// The connections that have been closed since.
        var gone: Set<ApplicationID> = []

        /// Whether no program is left that has asked for it, or was asked.
        var isOrphaned: Bool {
            [parties.source, parties.reader].allSatisfy { $0.application.map(gone.contains) ?? true } && !gone.isEmpty
        }
    }

    /// A read whose source writes into its reader's own pipe.
    struct Passing {
        let sight: PipeSight
        let sourceLife: () -> SourceLife
        let onEvent: (Event) -> Void
        let start: Instant
        var waiting = 0
        var hasMoved = false
    }

    /// What an engine hears of a read that goes through one of its pipes.
    public enum Event: Equatable, Sendable {
        /// The first bytes have gone to the reader.
        case bytesCame
        /// There will be no more. Comes last, once.
        case closed(Transfer.State)
    }

    /// - Parameter now: the machine's clock.
    public init(loop: EventLoop, now: @escaping () -> Instant) {
        self.loop = loop
        self.now = now
    }

    deinit {
        for (_, counter) in counters.values { counter.close() }
    }

    public var policy: TransferPolicy {
        get { ledger.policy }
        set { ledger.policy = newValue }
    }

    // MARK: Reads

    /// Begins a read: stands between its source and its reader, if it can.
    ///
    /// Only in front of pipes, which is what toolkits pass: a reader may pass anything else, and writing into that could
    /// make this process wait for it.
    ///
    /// - Parameters:
    ///   - target: closed when the transfer ends, if it goes through here.
    ///   - sourceLife: asked when the source has closed its end; see ``SourceLife``.
    ///   - onEvent: never called from within this call.
    /// - Returns: what the source writes into, in place of the reader's descriptor, to be handed on and closed; nil if it
    ///   is to write into that one; ``isWatched(_:)`` says whether anything will be known of the read.
    public func begin(
        _ request: TransferRequest, to target: ReceivedDescriptor, sourceLife: @escaping () -> SourceLife,
        onEvent: @escaping (Event) -> Void = { _ in }
    ) -> ReceivedDescriptor? {
        switch policy.way {
        case .relayed:
            if let end = open(request, to: target, from: .client, sourceLife: sourceLife, onEvent: onEvent) {
                return end
            }
        case .direct:
            guard let entry = ledger.begin(request, at: now()) else { return nil }
            onChange(entry)
            if let sight = target.borrowed.flatMap(PipeSight.init(of:)), admitsLook(request) {
                passing[request.id] = Passing(sight: sight, sourceLife: sourceLife, onEvent: onEvent, start: now())
                look(in: nextLook)
                return nil
            }
        }
        conclude(request.id, .passedOn, bytes: 0)
        return nil
    }

    /// Whether more will be told of a read.
    public func isWatched(_ id: ReadID) -> Bool { carriers[id] != nil || passing[id] != nil }

    /// Who writes what a read brings.
    enum Writer {
        /// Somebody who could as well write into the reader's own descriptor.
        case client
        /// The pool itself, which must not wait for the reader.
        case pool
    }

    /// Begins a read, and stands in front of its reader if that is possible.
    func open(
        _ request: TransferRequest, to target: ReceivedDescriptor, from writer: Writer,
        sourceLife: @escaping () -> SourceLife, onEvent: @escaping (Event) -> Void
    ) -> ReceivedDescriptor? {
        guard let entry = ledger.begin(request, at: now()) else { return nil }
        onChange(entry)
        guard let relay = makeRelay(request, to: target, from: writer), let end = relay.takeSourceEnd() else {
            return nil
        }
        carriers[request.id] = Carrier(
            parties: request.parties, writer: writer, relay: relay, sourceLife: sourceLife, onEvent: onEvent)
        look(in: nextLook)
        return end
    }

    /// The source of a read could not be asked after all; or of one that never began, since there is nobody to ask.
    public func couldNotAsk(_ request: TransferRequest) {
        if let entry = ledger.begin(request, at: now()) { onChange(entry) }
        carriers[request.id] = nil
        passing[request.id] = nil
        limits.release(request.id)
        conclude(request.id, .notAsked, bytes: 0)
    }

    /// Somebody says how much there is of a read, in bytes.
    public func expect(_ total: Int, of id: ReadID) { ledger.expect(total, of: id) }

    /// Breaks a read off: its reader gets the end of the file, its source hears that nobody reads.
    /// - Returns: whether it was under way.
    @discardableResult
    public func cancel(_ id: ReadID) -> Bool { stop(id, .cancelled) }

    /// Ends a read, whatever is still to come.
    @discardableResult
    func stop(_ id: ReadID, _ end: TransferEnd) -> Bool {
        guard let carrier = carriers.removeValue(forKey: id) else { return false }
        limits.relays.release(id)
        let bytes = carrier.relay.carried
        carrier.relay.cancel()
        conversions[id]?.stop()
        guard let state = conclude(id, end, bytes: bytes) else { return true }
        carrier.onEvent(.closed(state))
        return true
    }

    /// Reads a list of items for the engine, to count them (HIG-06).
    /// - Parameters:
    ///   - source: the program that writes the list.
    ///   - onCount: is given the number once, if it becomes known; never from within this call.
    /// - Returns: what the source writes into, to be handed on and closed; nil if there are no descriptors left.
    public func count(
        from source: TransferParty = .host, onCount: @escaping (Int) -> Void, onEnd: @escaping () -> Void
    ) -> ReceivedDescriptor? {
        let number = nextNumber()
        let counter = ItemCounter(loop: loop, onCount: onCount) { [weak self] _ in
            self?.endCounter(number)
            onEnd()
        }
        guard let counter, let end = counter.takeSourceEnd() else { return nil }
        let parties = TransferParties(source: source, reader: .host)
        var admission = limits.counters.admit(number, parties)
        if admission == .refused, let oldest = counters.filter({ $0.value.source == source }).keys.min() {
            // Its drag is over, most likely.
            counters[oldest]?.counter.close()
            endCounter(oldest)
            admission = limits.counters.admit(number, parties)
        }
        guard case .admitted(let evicted) = admission else { return nil }
        for other in evicted { counters.removeValue(forKey: other)?.counter.close() }
        counters[number] = (source, counter)
        return end
    }

    private func endCounter(_ number: UInt64) {
        counters[number] = nil
        limits.counters.release(number)
    }

    /// A number for something in the pool that no read stands for.
    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Details

    private func makeRelay(
        _ request: TransferRequest, to target: ReceivedDescriptor, from writer: Writer
    ) -> TransferRelay? {
        switch writer {
        case .client:
            guard let descriptor = target.borrowed, Self.isPipe(descriptor), admitsRelay(request) else { return nil }
        case .pool: break  // Limited by what the pool writes.
        }
        let id = request.id
        let relay = TransferRelay(loop: loop, to: target) { [weak self] event in self?.take(event, of: id) }
        if relay == nil { limits.relays.release(id) }
        return relay
    }

    private func take(_ event: TransferRelay.Event, of id: ReadID) {
        guard let carrier = carriers[id] else { return }
        switch event {
        case .bytes: break
        case .carried:
            guard !carrier.hasBytes else { return }
            carriers[id]?.hasBytes = true
            carrier.onEvent(.bytesCame)
        case .sourceClosed: carriers[id]?.lifeAtEnd = carrier.sourceLife()
        case .finished: end(id, .sourceClosed(carrier.lifeAtEnd ?? carrier.sourceLife()))
        case .targetClosed: end(id, .targetClosed)
        case .sourceFailed: end(id, .sourceFailed)
        }
    }

    private func end(_ id: ReadID, _ end: TransferEnd) {
        guard let carrier = carriers.removeValue(forKey: id) else { return }
        limits.relays.release(id)
        // A reader that has gone wants nothing made any more.
        conversions[id]?.stop()
        guard let state = conclude(id, end, bytes: carrier.relay.carried) else { return }
        carrier.onEvent(.closed(state))
    }

    @discardableResult
    func conclude(_ id: ReadID, _ end: TransferEnd, bytes: Int) -> Transfer.State? {
        guard let entry = ledger.end(id, end, bytes: bytes, at: now()) else { return nil }
        onChange(entry)
        return entry.state
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
