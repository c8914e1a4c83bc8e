// SPDX-License-Identifier: MIT

internal import WaylandServer
internal import WaylandUtil

/// Reads content into memory, in the background, for a drop target of the compositor.
///
/// Content beyond the limit is still read, up to `PipeReader.discardLimit`, and discarded.
final class ContentReader {
    private var pipe: PipeReader?
    private let limit: Int
    /// The number of bytes read so far.
    private(set) var received = 0
    private var content: [UInt8] = []
    private let onEnd: ([UInt8]?) -> Void

    /// - Parameters:
    ///   - limit: The maximum size, in bytes.
    ///   - onEnd: Receives the complete content; nil if it exceeded the limit or could not be read. Called once, never
    ///     from within this initialiser.
    /// - Returns: Nil if no descriptors are left.
    init?(loop: EventLoop, limit: Int, onEnd: @escaping ([UInt8]?) -> Void) {
        self.limit = limit
        self.onEnd = onEnd
        pipe = PipeReader(loop: loop) { [weak self] event in self?.handle(event) }
        guard pipe != nil else { return nil }
    }

    /// The end that the source writes into. Can be taken once, since the content ends when all copies of it are closed.
    func takeSourceEnd() -> ReceivedDescriptor? { pipe?.takeSourceEnd() }

    /// Closes the pipe, and reports that the content could not be read.
    func giveUp() { end(nil) }

    private func handle(_ event: PipeReader.Event) {
        switch event {
        case .bytes(let bytes):
            received += bytes.count
            if received <= limit {
                content += bytes
            } else {
                content = []
            }
            if received > max(limit, PipeReader.discardLimit) { end(nil) }
        case .end(let isComplete):
            end(isComplete && received <= limit ? content : nil)
        }
    }

    private func end(_ content: [UInt8]?) {
        pipe?.close()
        // The owner releases this object.
        withExtendedLifetime(self) { onEnd(content) }
    }
}
