// SPDX-License-Identifier: MIT

internal import WaylandServer
internal import WaylandUtil

/// Reads content into memory, in the background: what was dropped on a place of the host's.
///
/// What exceeds the limit is read all the same, up to `PipeReader.discardLimit`, and thrown away.
final class ContentReader {
    private var pipe: PipeReader?
    private let limit: Int
    /// In bytes.
    private(set) var received = 0
    private var content: [UInt8] = []
    private let onEnd: ([UInt8]?) -> Void

    /// - Parameters:
    ///   - limit: in bytes.
    ///   - onEnd: all has come; nil if that was more than the limit, or could not be read. Called once, not from in here.
    /// - Returns: nil if there are no descriptors left.
    init?(loop: EventLoop, limit: Int, onEnd: @escaping ([UInt8]?) -> Void) {
        self.limit = limit
        self.onEnd = onEnd
        pipe = PipeReader(loop: loop) { [weak self] event in self?.handle(event) }
        guard pipe != nil else { return nil }
    }

    /// What the source writes into; given away once, since the end of the content is that nobody has it open any more.
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
        // The owner lets go of this object.
        withExtendedLifetime(self) { onEnd(content) }
    }
}
