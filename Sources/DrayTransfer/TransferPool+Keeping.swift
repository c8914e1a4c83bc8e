// SPDX-License-Identifier: MIT

public import WaylandUtil

// Content that the engine takes in, and gives in its source's place (HIG-23).

extension TransferPool {
    /// Types that are being taken in at a time, of all drops and clipboards. Each keeps four descriptors open.
    static let catcherLimit = 48

    /// - Returns: nil if there are too many, or no descriptors left.
    func makeCatcher(
        sourceLife: @escaping () -> SourceLife, onEvent: @escaping (ContentCatcher.Event) -> Void
    ) -> ContentCatcher? {
        guard catchers.count < Self.catcherLimit else { return nil }
        let made = ContentCatcher(loop: loop, sourceLife: sourceLife) { [weak self] catcher, event in
            onEvent(event)
            if case .done = event { self?.catchers.removeAll { $0 === catcher } }
        }
        if let made { catchers.append(made) }
        return made
    }

    /// Bytes of the host's own that are on their way to readers, at a time.
    static let writerLimit = 32

    /// Writes bytes of the host's own into a pipe, as far as its reader takes them. Nobody is waited for.
    /// - Parameter pipe: closed at the end; of any other kind it is closed at once.
    /// - Returns: whether that is under way.
    public func write(_ bytes: [UInt8], into pipe: ReceivedDescriptor) -> Bool {
        guard feeders.count < Self.writerLimit, let file = MemoryFile(containing: bytes) else { return false }
        return feed(file, into: pipe)
    }

    /// Writes a file into a pipe whose other end is the pool's, or a reader's.
    func feed(_ file: MemoryFile, into pipe: ReceivedDescriptor) -> Bool {
        let feeder = ContentFeeder(loop: loop, file, into: pipe) { [weak self] feeder in
            self?.feeders.removeAll { $0 === feeder }
        }
        if let feeder { feeders.append(feeder) }
        return feeder != nil
    }

    /// Writes what is kept to a reader.
    /// - Parameter target: of any kind; closed at the end.
    /// - Returns: whether that is under way.
    func feed(
        _ file: MemoryFile, _ request: TransferRequest, to target: ReceivedDescriptor,
        onEvent: @escaping (Event) -> Void
    ) -> Bool {
        let end = open(request, to: target, from: .pool, sourceLife: { .up }, onEvent: onEvent)
        guard let end, feed(file, into: end) else {
            couldNotAsk(request)
            return false
        }
        expect(file.size, of: request.id)
        return true
    }
}
