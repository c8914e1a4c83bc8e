// SPDX-License-Identifier: MIT

internal import Glibc
package import WaylandServer
package import WaylandUtil

/// Reads content from a source through a pipe, chunk by chunk, in the background. No call blocks.
///
/// An owner that does not need the rest should continue to read it, up to `discardLimit`: a full pipe would block the
/// source, and closing the pipe early would end a source that does not ignore SIGPIPE.
package final class PipeReader {
    private let pipe: Pipe
    private var watch: DescriptorSource?
    private let loop: EventLoop
    private var buffer = [UInt8](repeating: 0, count: Pipe.usualCapacity)
    private let onEvent: (Event) -> Void

    package enum Event {
        /// A chunk, never empty.
        case bytes(ArraySlice<UInt8>)
        /// The content is complete, or the pipe cannot be read. The last event.
        case end(isComplete: Bool)
    }

    /// The maximum number of bytes that are read and discarded before the pipe of a source that does not finish is
    /// closed.
    static let discardLimit = 16 << 20

    /// - Parameter onEvent: May close and release the reader. Never called from within this initialiser.
    /// - Returns: Nil if no descriptors are left.
    package init?(loop: EventLoop, onEvent: @escaping (Event) -> Void) {
        guard let pipe = Pipe() else { return nil }
        self.pipe = pipe
        self.loop = loop
        self.onEvent = onEvent
        resume()
        guard watch != nil else { return nil }
    }

    /// Stops reading until ``resume()``. The source can write until the pipe is full, and then blocks.
    package func pause() {
        // An empty event mask would not do: the kernel still reports a hangup, in every turn of the loop.
        watch = nil
    }

    /// Continues after ``pause()``.
    package func resume() {
        guard watch == nil, let input = pipe.input else { return }
        watch = loop.watch(input, for: .readable) { [weak self] _ in self?.handleReadable() }
    }

    /// The end that the source writes into. Can be taken once, since the content ends when all copies of it are closed.
    package func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    /// Whether the pipe has not been closed.
    var isOpen: Bool { pipe.input != nil }

    /// Closes the pipe at once, without reading the rest.
    package func close() {
        watch = nil
        pipe.close()
    }

    // Reads one chunk at a time, so that a fast source does not block other events of the loop.
    private func handleReadable() {
        guard let descriptor = pipe.input else { return }
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        onEvent(count > 0 ? .bytes(buffer[..<count]) : .end(isComplete: count == 0))
    }
}
