// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Reads content into memory, in the background: what was dropped on a place of the host's.
///
/// What exceeds the limit is read all the same, up to `ItemCounter.discardLimit`, and thrown away: a pipe that is closed too
/// early ends a process that does not ignore SIGPIPE.
final class ContentReader {
    private let pipe: Pipe
    private let limit: Int
    private var watch: DescriptorSource?
    private var buffer = [UInt8](repeating: 0, count: Pipe.usualCapacity)
    private var received = 0
    private var content: [UInt8] = []
    private let onEnd: (ContentReader, [UInt8]?) -> Void

    /// - Parameters:
    ///   - limit: in bytes.
    ///   - onEnd: all has come; nil if that was more than the limit, or could not be read. Called once, not from in here.
    /// - Returns: nil if there are no descriptors left.
    init?(loop: EventLoop, limit: Int, onEnd: @escaping (ContentReader, [UInt8]?) -> Void) {
        guard let pipe = Pipe(), let input = pipe.input else { return nil }
        self.pipe = pipe
        self.limit = limit
        self.onEnd = onEnd
        watch = loop.watch(input, for: .readable) { [weak self] _ in self?.handleReadable() }
        guard watch != nil else { return nil }
    }

    /// What the source writes into; given away once, since the end of the content is that nobody has it open any more.
    func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    // One chunk at a time, so that a flood takes turns with everything else in the loop.
    private func handleReadable() {
        guard let descriptor = pipe.input else { return }
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end(count == 0 && received <= limit ? content : nil) }
        received += count
        if received <= limit {
            content += buffer[..<count]
        } else {
            content = []
        }
        if received > max(limit, ItemCounter.discardLimit) { end(nil) }
    }

    private func end(_ content: [UInt8]?) {
        watch = nil
        pipe.close()
        // The owner lets go of this object.
        withExtendedLifetime(self) { onEnd(self, content) }
    }
}
