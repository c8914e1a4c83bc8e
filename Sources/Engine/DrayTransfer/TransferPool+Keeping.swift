// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandUtil

// Content that the engine captures, and serves in place of its source (HIG-23).

extension TransferPool {
    /// One type that is being captured.
    struct Catching {
        let source: TransferParty
        let catcher: ContentCatcher
        /// The pace while the catcher only discards.
        var pace: Pace
    }

    /// Content that is being written to a reader.
    struct Feed {
        let reader: TransferParty
        let feeder: ContentFeeder
        /// The read that it belongs to, which ends with it; nil for the compositor's own content.
        let read: ReadID?
        var pace: Pace
    }

    /// Content dropped on the compositor that is being read into memory.
    struct HostRead {
        let reader: ContentReader
        var pace: Pace
    }

    /// Captured content, which is owned by its drag or clipboard.
    struct KeptReference {
        weak var content: KeptContent?
    }

    // MARK: Capturing

    /// - Parameter source: The program that writes the content.
    /// - Returns: Nil if the limit is reached or no descriptors are left.
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

    /// Records the size of kept content. Content of the program that has most is evicted if necessary.
    /// - Returns: False if the content itself exceeds the limit.
    func keptGrew(_ number: UInt64, _ content: KeptContent, to bytes: Int, from source: TransferParty) -> Bool {
        let admission = limits.keptBytes.admit(number, TransferParties(source: source, reader: .host), weight: bytes)
        guard case .admitted(let evicted) = admission else { return false }
        kept[number] = KeptReference(content: content)
        for other in evicted { kept.removeValue(forKey: other)?.content?.giveUp() }
        return true
    }

    /// Releases the share of kept content that no longer exists.
    func keptEnded(_ number: UInt64) {
        kept[number] = nil
        limits.keptBytes.release(number)
    }

    // MARK: Reading for the compositor

    /// Reads content for the compositor.
    /// - Parameters:
    ///   - source: The program that writes the content.
    ///   - limit: The maximum size, in bytes.
    ///   - onEnd: Receives the complete content; nil if it exceeded the limit or could not be read. Called once, while
    ///     this object lives, and never from within this call.
    /// - Returns: The end that the source writes into, to be passed on and closed; nil if the limit is reached or no
    ///   descriptors are left.
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

    // MARK: Writing

    /// Writes the compositor's own content into a pipe, at the reader's pace, without blocking.
    /// - Parameters:
    ///   - pipe: Closed at the end; a descriptor of another kind is closed at once.
    ///   - reader: The program that reads it.
    /// - Returns: Whether writing has begun.
    public func write(_ bytes: [UInt8], into pipe: ReceivedDescriptor, for reader: TransferParty = .host) -> Bool {
        let parties = TransferParties(source: .host, reader: reader)
        guard let file = MemoryFile(containing: bytes), let number = admitsFeed(parties, bytes: bytes.count) else {
            return false
        }
        return feed(number, file, into: pipe, parties, of: nil)
    }

    /// Writes kept content into a pipe of the pool, to be converted.
    func feed(_ file: MemoryFile, into pipe: ReceivedDescriptor, _ request: TransferRequest) -> Bool {
        guard let number = admitsFeed(request.parties, bytes: 0) else { return false }
        return feed(number, file, into: pipe, request.parties, of: request.id)
    }

    /// Writes converted content to a reader.
    func feedMade(_ file: MemoryFile, into pipe: ReceivedDescriptor, _ id: ReadID) -> Bool {
        guard let parties = carriers[id]?.parties, let number = admitsFeed(parties, bytes: file.size) else {
            return false
        }
        return feed(number, file, into: pipe, parties, of: id)
    }

    /// Writes kept content to a reader.
    /// - Parameter target: A descriptor of any kind. Closed at the end.
    /// - Returns: Whether writing has begun.
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

    /// Takes a slot for content to write.
    /// - Parameter bytes: The memory that is used for this reader alone; 0 for content that is kept anyway.
    /// - Returns: The number of the slot; nil if the limit is reached.
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

    /// Stops writing, and ends the read that it belongs to.
    func endFeed(_ number: UInt64) {
        guard let feed = forgetFeed(number) else { return }
        feed.feeder.stop()
        if let read = feed.read { stop(read, .notConverted) }
    }
}
