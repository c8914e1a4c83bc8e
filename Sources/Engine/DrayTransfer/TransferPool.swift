// SPDX-License-Identifier: MIT

internal import CPipe
public import DrayCore
internal import Glibc
public import WaylandServer
public import WaylandUtil

/// The pipes through which an engine relays content from sources to readers, and the ledger of all reads. They outlive
/// their drags: a transfer that is under way when its drag ends runs to its end.
///
/// Relaying is what makes failures visible: a source that was killed, or wrote nothing, cannot be distinguished from
/// one that succeeded once the reader's descriptor has been given away (HIG-16, HIG-17). The bytes are not copied, see
/// ``TransferRelay``.
///
/// The pool drives a ``TransferLedger``: it looks at reads four times a second while there are any, and reports their
/// ends.
public final class TransferPool {
    public internal(set) var ledger = TransferLedger()
    /// Called for each change that observers need: beginnings, states, ends, and the progress of announced reads. Never
    /// called from within ``cancel(_:)`` or while the pool is processing a descriptor.
    public var onChange: (Transfer) -> Void = { _ in }

    let loop: EventLoop
    let now: () -> Instant
    var carriers: [ReadID: Carrier] = [:]
    var looking: TimerSource?
    /// The delay of the current timer, in milliseconds.
    var lookWait: Int32 = 0
    /// The counters that still read lists of items. With a slow source they outlive their drags.
    private var counters: [UInt64: (source: TransferParty, counter: ItemCounter)] = [:]
    /// Reads of content dropped on the compositor.
    var readers: [UInt64: HostRead] = [:]
    /// Content that is being captured, and kept content that is being written; see `TransferPool+Keeping.swift`.
    var catchers: [UInt64: Catching] = [:]
    var feeds: [UInt64: Feed] = [:]
    /// Captured content, which is owned by its drag or clipboard.
    var kept: [UInt64: KeptReference] = [:]
    /// Conversions that are under way; see `TransferPool+Converting.swift`.
    var conversions: [ReadID: ConversionRun] = [:]
    /// Direct transfers that are observed.
    var passing: [ReadID: Passing] = [:]
    /// The shares of all programs in the limited resources; see `TransferPool+Limits.swift`.
    var limits = Limits()
    private var lastNumber: UInt64 = 0
    /// Created when it is first used.
    public lazy var converter = ConversionService(loop: loop)

    /// A read through a pipe of the pool.
    struct Carrier {
        let parties: TransferParties
        let writer: Writer
        let relay: TransferRelay
        let sourceLife: () -> SourceLife
        let onEvent: (Event) -> Void
        /// The state of the source's application when its end was seen to close; nil until then.
        var lifeAtEnd: SourceLife?
        var hasBytes = false
        /// The connections of this read that have been closed.
        var gone: Set<ApplicationID> = []

        /// Whether all connections that take part in this read have been closed.
        var isOrphaned: Bool {
            [parties.source, parties.reader].allSatisfy { $0.application.map(gone.contains) ?? true } && !gone.isEmpty
        }
    }

    /// A read whose source writes into the reader's own pipe.
    struct Passing {
        let sight: PipeSight
        let sourceLife: () -> SourceLife
        let onEvent: (Event) -> Void
        let start: Instant
        var waiting = 0
        var hasMoved = false
    }

    /// An event in a read that the pool relays or observes.
    public enum Event: Equatable, Sendable {
        /// The first bytes have been written to the reader.
        case bytesCame
        /// The read has ended. The last event, sent once.
        case closed(Transfer.State)
    }

    /// - Parameter now: Returns the current real time.
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

    /// Begins a read, and relays it if possible.
    ///
    /// Only pipes, which toolkits use, are relayed: a reader may pass a descriptor of any other kind, and writing into
    /// that could block this process.
    ///
    /// - Parameters:
    ///   - target: Closed when the transfer ends, if it is relayed.
    ///   - sourceLife: Called when the source has closed its end; see ``SourceLife``.
    ///   - onEvent: Never called from within this call.
    /// - Returns: The end that the source writes into, in place of the reader's descriptor, to be passed on and closed;
    ///   nil if the source has to write into the reader's. ``isWatched(_:)`` returns whether the read is observed.
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

    /// Whether events of a read will be reported.
    public func isWatched(_ id: ReadID) -> Bool { carriers[id] != nil || passing[id] != nil }

    /// The writer of a read's content.
    enum Writer {
        /// A client, which could also write into the reader's own descriptor.
        case client
        /// The pool itself, which must not block on the reader.
        case pool
    }

    /// Begins a read, and relays it if possible.
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

    /// Records that the source of a read could not be asked, whether or not the read has begun.
    public func couldNotAsk(_ request: TransferRequest) {
        if let entry = ledger.begin(request, at: now()) { onChange(entry) }
        carriers[request.id] = nil
        passing[request.id] = nil
        limits.release(request.id)
        conclude(request.id, .notAsked, bytes: 0)
    }

    /// Sets the expected total number of bytes of a read.
    public func expect(_ total: Int, of id: ReadID) { ledger.expect(total, of: id) }

    /// Cancels a read: its reader gets the end of the file, and its source gets EPIPE.
    /// - Returns: Whether it was under way.
    @discardableResult
    public func cancel(_ id: ReadID) -> Bool { stop(id, .cancelled) }

    /// Ends a read before its content is complete.
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

    /// Counts the items of a list for the engine (HIG-06).
    /// - Parameters:
    ///   - source: The program that writes the list.
    ///   - onCount: Receives the number once, if it becomes known. Never called from within this call.
    /// - Returns: The end that the source writes into, to be passed on and closed; nil if no descriptors are left.
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
            // The drag of the oldest one has most likely ended.
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

    /// Returns a new number for an activity of the pool that is not a read.
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
        case .pool: break  // The limits of feeds apply.
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
        // A reader that has closed does not need the conversion any more.
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
