// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandUtil

// Content that the engine takes in, and gives in its source's place (HIG-23).

extension TransferPool {
    /// One type that is being taken in.
    struct Catching {
        let source: TransferParty
        let catcher: ContentCatcher
        /// The run reads for its source's sake alone.
        var pace: Pace
    }

    /// Content that is being written.
    struct Feed {
        let reader: TransferParty
        let feeder: ContentFeeder
        /// The read that it belongs to, which ends if it is ended; nil for bytes of the compositor's own.
        let read: ReadID?
        var pace: Pace
    }

    /// What was dropped on the compositor, on its way into memory.
    struct HostRead {
        let reader: ContentReader
        var pace: Pace
    }

    /// What was taken in, which its drag or clipboard holds.
    struct KeptReference {
        weak var content: KeptContent?
    }

    // MARK: Taking in

    /// - Parameter source: the program that writes it.
    /// - Returns: nil if there are too many, or no descriptors left.
    func makeCatcher(
        from source: TransferParty, sourceLife: @escaping () -> SourceLife,
        onEvent: @escaping (ContentCatcher.Event) -> Void
    ) -> ContentCatcher? {
        let number = nextNumber()
        let made = ContentCatcher(loop: loop, sourceLife: sourceLife) { [weak self] _, event in
            onEvent(event)
            self?.caught(event, number)
        }
        guard let made,
            case .admitted(let evicted) = limits.catchers.admit(
                number, TransferParties(source: source, reader: .host))
        else { return nil }
        for other in evicted { catchers[other]?.catcher.stop() }
        catchers[number] = Catching(source: source, catcher: made, pace: Pace(at: now()))
        return made
    }

    private func caught(_ event: ContentCatcher.Event, _ number: UInt64) {
        switch event {
        case .discards:
            catchers[number]?.pace = Pace(at: now())
            look(in: nextLook)
        case .done:
            catchers[number] = nil
            limits.catchers.release(number)
        case .came, .whole, .failed: break
        }
    }

    /// Kept content has so many bytes by now. That of the program with most makes room.
    /// - Returns: false if the content itself is too much.
    func keptGrew(_ number: UInt64, _ content: KeptContent, to bytes: Int, from source: TransferParty) -> Bool {
        let admission = limits.keptBytes.admit(number, TransferParties(source: source, reader: .host), weight: bytes)
        guard case .admitted(let evicted) = admission else { return false }
        kept[number] = KeptReference(content: content)
        for other in evicted { kept.removeValue(forKey: other)?.content?.giveUp() }
        return true
    }

    /// Nothing is kept any more under a number.
    func keptEnded(_ number: UInt64) {
        kept[number] = nil
        limits.keptBytes.release(number)
    }

    // MARK: Reading for the host

    /// Reads content for the host.
    /// - Parameters:
    ///   - source: the program that writes it.
    ///   - limit: in bytes.
    ///   - onEnd: all has come; nil if that was more than the limit, or could not be read. Called once, as long as this object
    ///     lives, and never from within this call.
    /// - Returns: what the source writes into, to be handed on and closed; nil if there are too many reads, or no
    ///   descriptors left.
    public func read(
        from source: TransferParty = .host, limit: Int, onEnd: @escaping ([UInt8]?) -> Void
    ) -> ReceivedDescriptor? {
        let number = nextNumber()
        let reader = ContentReader(loop: loop, limit: limit) { [weak self] content in
            self?.endHostRead(number)
            onEnd(content)
        }
        guard let reader, let end = reader.takeSourceEnd(),
            case .admitted(let evicted) = limits.hostReads.admit(
                number, TransferParties(source: source, reader: .host))
        else { return nil }
        for other in evicted { endHostRead(other)?.giveUp() }
        readers[number] = HostRead(reader: reader, pace: Pace(at: now()))
        look(in: nextLook)
        return end
    }

    @discardableResult
    func endHostRead(_ number: UInt64) -> ContentReader? {
        limits.hostReads.release(number)
        return readers.removeValue(forKey: number)?.reader
    }

    // MARK: Giving

    /// Writes bytes of the host's own into a pipe, as far as its reader takes them. Nobody is waited for.
    /// - Parameters:
    ///   - pipe: closed at the end; of any other kind it is closed at once.
    ///   - reader: the program that reads it.
    /// - Returns: whether that is under way.
    public func write(_ bytes: [UInt8], into pipe: ReceivedDescriptor, for reader: TransferParty = .host) -> Bool {
        let parties = TransferParties(source: .host, reader: reader)
        guard let file = MemoryFile(containing: bytes), let number = admitsFeed(parties, bytes: bytes.count) else {
            return false
        }
        return feed(number, file, into: pipe, parties, of: nil)
    }

    /// Writes kept content into a pipe of the pool's own, to be converted.
    func feed(_ file: MemoryFile, into pipe: ReceivedDescriptor, _ request: TransferRequest) -> Bool {
        guard let number = admitsFeed(request.parties, bytes: 0) else { return false }
        return feed(number, file, into: pipe, request.parties, of: request.id)
    }

    /// Writes what was made for a reader.
    func feedMade(_ file: MemoryFile, into pipe: ReceivedDescriptor, _ id: ReadID) -> Bool {
        guard let parties = carriers[id]?.parties, let number = admitsFeed(parties, bytes: file.size) else {
            return false
        }
        return feed(number, file, into: pipe, parties, of: id)
    }

    /// Writes what is kept to a reader.
    /// - Parameter target: of any kind; closed at the end.
    /// - Returns: whether that is under way.
    func feed(
        _ file: MemoryFile, _ request: TransferRequest, to target: ReceivedDescriptor,
        onEvent: @escaping (Event) -> Void
    ) -> Bool {
        guard let end = open(request, to: target, from: .pool, sourceLife: { .up }, onEvent: onEvent),
            let number = admitsFeed(request.parties, bytes: 0),
            feed(number, file, into: end, request.parties, of: request.id)
        else {
            couldNotAsk(request)
            return false
        }
        expect(file.size, of: request.id)
        return true
    }

    /// Takes a slot for content that is to be written.
    /// - Parameter bytes: of what takes memory for this reader alone; 0 for content that is kept anyway.
    /// - Returns: its number; nil if there is no room.
    private func admitsFeed(_ parties: TransferParties, bytes: Int) -> UInt64? {
        let number = nextNumber()
        guard case .admitted(let evicted) = limits.feeds.admit(number, parties) else { return nil }
        for other in evicted { endFeed(other) }
        guard bytes > 0 else { return number }
        guard case .admitted(let evicted) = limits.feedBytes.admit(number, parties, weight: bytes) else {
            limits.feeds.release(number)
            return nil
        }
        for other in evicted { endFeed(other) }
        return number
    }

    private func feed(
        _ number: UInt64, _ file: MemoryFile, into pipe: ReceivedDescriptor, _ parties: TransferParties,
        of read: ReadID?
    ) -> Bool {
        let feeder = ContentFeeder(loop: loop, file, into: pipe) { [weak self] in self?.forgetFeed(number) }
        guard let feeder else {
            forgetFeed(number)
            return false
        }
        feeds[number] = Feed(reader: parties.reader, feeder: feeder, read: read, pace: Pace(at: now()))
        look(in: nextLook)
        return true
    }

    @discardableResult
    private func forgetFeed(_ number: UInt64) -> Feed? {
        limits.feeds.release(number)
        limits.feedBytes.release(number)
        return feeds.removeValue(forKey: number)
    }

    /// Ends what is being written, and the read that it belongs to.
    func endFeed(_ number: UInt64) {
        guard let feed = forgetFeed(number) else { return }
        feed.feeder.stop()
        if let read = feed.read { stop(read, .notConverted) }
    }
}
