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
    public private(set) var ledger = TransferLedger()
    /// Told of every change that somebody who watches wants to know: beginnings, states, ends, and how far announced ones
    /// are. Never called from within ``cancel(_:)`` or while a descriptor is in the hands of the pool.
    public var onChange: (Transfer) -> Void = { _ in }

    let loop: EventLoop
    private let now: () -> Instant
    private var carriers: [ReadID: Carrier] = [:]
    private var looking: TimerSource?
    /// What it was armed with, in milliseconds.
    private var lookWait: Int32 = 0
    /// Pipes that lists of items are still read from; longer than their drags, for the sake of slow sources.
    private var counters: [ItemCounter] = []
    /// What was dropped on the host itself, on its way into memory.
    private var readers: [ContentReader] = []
    /// Content that is being taken in, and kept content that is being given; see `TransferPool+Keeping.swift`.
    var catchers: [ContentCatcher] = []
    var feeders: [ContentFeeder] = []
    /// What is being made into other types; see `TransferPool+Converting.swift`.
    var conversions: [ReadID: ConversionRun] = [:]
    /// Reads that pass by, and are looked at.
    private var passing: [ReadID: Passing] = [:]
    /// Made when something is first asked of it.
    public lazy var workshop = Workshop(loop: loop)

    /// A read that goes through a pipe of the pool's.
    private struct Carrier {
        let channel: Transfer.Channel
        let relay: TransferRelay
        let sourceLife: () -> SourceLife
        let onEvent: (Event) -> Void
        /// What the source's application was as its end was seen to close; nil before.
        var lifeAtEnd: SourceLife?
        var hasBytes = false
    }

    /// A read whose source writes into its reader's own pipe.
    private struct Passing {
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

    /// Transfers that pass through the engine at a time; what is beyond it passes by. Each keeps four descriptors open,
    /// of the 1024 that a process has by default, and at most two mebibytes in the kernel while it is busy.
    public static let relayLimit = 48
    /// Reads that pass by and are looked at. Each keeps a descriptor open; what is beyond it is not looked at.
    public static let passingLimit = 256
    /// Of these, those of one drag, and those of all clipboards together: nobody can make the others' pass by.
    public static let relayLimitOfChannel = 16
    /// Pipes that may be open for sources which do not come to an end; beyond it the oldest is closed. A drag leaves one
    /// behind at most, and only where its source is slow.
    public static let counterLimit = 8

    /// - Parameter now: the machine's clock.
    public init(loop: EventLoop, now: @escaping () -> Instant) {
        self.loop = loop
        self.now = now
    }

    deinit {
        for counter in counters { counter.close() }
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
            if passing.count < Self.passingLimit, let sight = target.borrowed.flatMap(PipeSight.init(of:)) {
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
            channel: request.channel, relay: relay, sourceLife: sourceLife, onEvent: onEvent)
        look(in: nextLook)
        return end
    }

    /// The source of a read could not be asked after all; or of one that never began, since there is nobody to ask.
    public func couldNotAsk(_ request: TransferRequest) {
        if let entry = ledger.begin(request, at: now()) { onChange(entry) }
        carriers[request.id] = nil
        passing[request.id] = nil
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
        let bytes = carrier.relay.carried
        carrier.relay.cancel()
        conversions[id]?.stop()
        guard let state = conclude(id, end, bytes: bytes) else { return true }
        carrier.onEvent(.closed(state))
        return true
    }

    /// Reads a list of items for the engine, to count them (HIG-06).
    /// - Parameter onCount: told the number once, if it becomes known; never from within this call.
    /// - Returns: what the source writes into, to be handed on and closed; nil if there are no descriptors left.
    public func count(onCount: @escaping (Int) -> Void, onEnd: @escaping () -> Void) -> ReceivedDescriptor? {
        let counter = ItemCounter(loop: loop, onCount: onCount) { [weak self] counter in
            self?.counters.removeAll { $0 === counter }
            onEnd()
        }
        guard let counter, let end = counter.takeSourceEnd() else { return nil }
        if counters.count >= Self.counterLimit { counters.removeFirst().close() }
        counters.append(counter)
        return end
    }

    /// Reads content for the host.
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - onEnd: all has come; nil if that was more than the limit, or could not be read. Called once, as long as this object
    ///     lives, and never from within this call.
    /// - Returns: what the source writes into, to be handed on and closed; nil if there are no descriptors left.
    public func read(limit: Int, onEnd: @escaping ([UInt8]?) -> Void) -> ReceivedDescriptor? {
        let reader = ContentReader(loop: loop, limit: limit) { [weak self] reader, content in
            self?.readers.removeAll { $0 === reader }
            onEnd(content)
        }
        guard let reader, let end = reader.takeSourceEnd() else { return nil }
        readers.append(reader)
        return end
    }

    // MARK: Details

    private func makeRelay(
        _ request: TransferRequest, to target: ReceivedDescriptor, from writer: Writer
    ) -> TransferRelay? {
        let ofChannel = carriers.values.count { $0.channel == request.channel }
        switch writer {
        case .client:
            guard carriers.count < Self.relayLimit, ofChannel < Self.relayLimitOfChannel,
                let descriptor = target.borrowed, Self.isPipe(descriptor)
            else { return nil }
        case .pool:
            // There is no other way; but no reader may make the pool take all descriptors.
            let limit = Self.relayLimitOfChannel
            guard carriers.count < Self.relayLimit + limit, ofChannel < 2 * limit else { return nil }
        }
        let id = request.id
        return TransferRelay(loop: loop, to: target) { [weak self] event in self?.take(event, of: id) }
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
        // A reader that has gone wants nothing made any more.
        conversions[id]?.stop()
        guard let state = conclude(id, end, bytes: carrier.relay.carried) else { return }
        carrier.onEvent(.closed(state))
    }

    @discardableResult
    private func conclude(_ id: ReadID, _ end: TransferEnd, bytes: Int) -> Transfer.State? {
        guard let entry = ledger.end(id, end, bytes: bytes, at: now()) else { return nil }
        onChange(entry)
        return entry.state
    }

    // MARK: Looking

    /// Looks at what is under way in a while, unless that is due already.
    private func look(in milliseconds: Int32) {
        guard looking == nil || milliseconds < lookWait else { return }
        lookWait = milliseconds
        looking = loop.makeTimer { [weak self] in self?.look() }
        looking?.arm(milliseconds: milliseconds)
    }

    private func look() {
        looking = nil
        let time = now()
        for id in ledger.underWay.map(\.id) {
            if passing[id] != nil { pass(id, at: time) }
            // Whoever is told of one may have broken off another.
            guard let relay = carriers[id]?.relay else { continue }
            let sighting = TransferLedger.Sighting(bytes: relay.carried, waitsFor: relay.waitsFor)
            if let entry = ledger.look(at: id, sighting, at: time) { onChange(entry) }
        }
        guard !carriers.isEmpty || !passing.isEmpty else { return }
        look(in: ledger.hasStalled && passing.isEmpty ? Int32(TransferLedger.stalledInterval / 1000) : nextLook)
    }

    /// Looks at a pipe that it does not stand in.
    private func pass(_ id: ReadID, at time: Instant) {
        guard let read = passing[id], let seen = read.sight.look() else { return }
        let hasMoved = seen.waiting != read.waiting
        passing[id]?.waiting = seen.waiting
        if hasMoved, !read.hasMoved {
            passing[id]?.hasMoved = true
            read.onEvent(.bytesCame)
        }
        guard seen.isSourceOpen, seen.isReaderOpen else {
            passing[id] = nil
            // Both ends: what the reader has not taken it never will, and who writes has heard of that.
            let end: TransferEnd =
                seen.isSourceOpen ? .targetClosed : read.sourceLife() == .up ? .sourceClosedUnseen : .passedOn
            if !seen.isSourceOpen, !read.hasMoved, !hasMoved { read.onEvent(.bytesCame) }
            guard let state = conclude(id, end, bytes: 0) else { return }
            return read.onEvent(.closed(state))
        }
        let sighting = TransferLedger.Sighting(
            bytes: 0, waitsFor: seen.waiting > 0 ? .target : .source, hasMoved: hasMoved)
        if let entry = ledger.look(at: id, sighting, at: time) { onChange(entry) }
    }

    /// In milliseconds. A policy with times that are shorter than the interval is kept to as well. Most of what passes by is over
    /// at once, and its drag waits for that to be seen.
    private var nextLook: Int32 {
        let time = now()
        let isYoung = passing.values.contains {
            time.microseconds < $0.start.microseconds + TransferLedger.lookInterval
        }
        if isYoung { return Self.youngLook }
        let shortest = min(policy.announceAfter, policy.stallAfter, TransferLedger.lookInterval)
        return Int32(clamping: max(shortest / 1000, 10))
    }

    private static let youngLook: Int32 = 16

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
