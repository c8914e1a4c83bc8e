// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Writes what is kept in memory into a pipe, as far as its reader takes it: a source in the place of one that has quit
/// (HIG-23). The kernel moves the pages; nothing is copied, and nobody is waited for.
final class ContentFeeder {
    private let file: MemoryFile
    private let pipe: ReceivedDescriptor
    private var offset: Int64 = 0
    private var watch: DescriptorSource?
    private let onEnd: () -> Void

    /// The bytes that the reader has taken so far.
    var written: Int { Int(offset) }

    /// - Parameters:
    ///   - pipe: closed at the end.
    ///   - onEnd: everything is written, or nobody reads any more. Never called from within this initialiser.
    /// - Returns: nil if it cannot be watched.
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

    /// Closes the pipe, whatever is still to be written. `onEnd` is not called.
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
