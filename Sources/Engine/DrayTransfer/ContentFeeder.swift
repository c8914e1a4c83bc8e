// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Writes kept content from memory into a pipe, at the reader's pace, in place of a source that has exited (HIG-23).
/// The kernel moves the pages without a copy, and no call blocks.
final class ContentFeeder {
    private let file: MemoryFile
    private let pipe: ReceivedDescriptor
    private var offset: Int64 = 0
    private var watch: DescriptorSource?
    private let onEnd: () -> Void

    /// The number of bytes that the reader has taken.
    var written: Int { Int(offset) }

    /// - Parameters:
    ///   - pipe: Closed at the end.
    ///   - onEnd: Everything is written, or the reader has closed its end. Never called from within this initialiser.
    /// - Returns: Nil if the pipe cannot be watched.
    init?(
        loop: EventLoop, _ file: MemoryFile, into pipe: ReceivedDescriptor, onEnd: @escaping () -> Void
    ) {
        guard let descriptor = pipe.borrowed else { return nil }
        self.file = file
        self.pipe = pipe
        self.onEnd = onEnd
        watch = loop.watch(descriptor, for: .writable) { [weak self] _ in self?.feed() }
        guard watch != nil else { return nil }
    }

    /// Closes the pipe at once, without writing the rest. `onEnd` is not called.
    func stop() {
        watch = nil
        _ = pipe.take().map { close($0) }
    }

    private func feed() {
        guard let source = file.descriptor, let target = pipe.borrowed else { return }
        let left = file.size - Int(offset)
        if left > 0 {
            let (count, error) = BrokenPipe.asError {
                dray_feed(source, &offset, target, min(left, Pipe.largestCapacity))
            }
            if count < 0, error == EAGAIN || error == EINTR { return }
            if count > 0, Int(offset) < file.size { return }
        }
        withExtendedLifetime(self) {
            stop()
            onEnd()
        }
    }
}
