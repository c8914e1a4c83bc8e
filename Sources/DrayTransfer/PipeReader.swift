// SPDX-License-Identifier: MIT

internal import Glibc
package import WaylandServer
package import WaylandUtil

/// Hands on what a source writes into a pipe, chunk by chunk, in the background; nobody waits for it.
///
/// Its owner reads on for the source's sake when it has no use for the rest, up to `discardLimit`: a pipe that nobody reads would
/// stop a source that writes without expecting it, and one that is closed too early ends a process that does not ignore SIGPIPE.
package final class PipeReader {
    private let pipe: Pipe
    private var watch: DescriptorSource?
    private let loop: EventLoop
    private var buffer = [UInt8](repeating: 0, count: Pipe.usualCapacity)
    private let onEvent: (Event) -> Void

    package enum Event {
        /// Never empty.
        case bytes(ArraySlice<UInt8>)
        /// All has come, or the pipe could not be read any further. Comes last.
        case end(isComplete: Bool)
    }

    /// Read for the source's sake before the pipe is closed on one that does not come to an end, in bytes.
    static let discardLimit = 16 << 20

    /// - Parameter onEvent: may close the reader, and let go of it. Never called from within this initialiser.
    /// - Returns: nil if there are no descriptors left.
    package init?(loop: EventLoop, onEvent: @escaping (Event) -> Void) {
        guard let pipe = Pipe() else { return nil }
        self.pipe = pipe
        self.loop = loop
        self.onEvent = onEvent
        resume()
        guard watch != nil else { return nil }
    }

    /// Hands on nothing until ``resume()``: what the source writes stays in the pipe, and then it waits.
    package func pause() {
        // Not by an empty mask: the kernel tells of the source's end all the same, again and again.
        watch = nil
    }

    /// Goes on after ``pause()``.
    package func resume() {
        guard watch == nil, let input = pipe.input else { return }
        watch = loop.watch(input, for: .readable) { [weak self] _ in self?.handleReadable() }
    }

    /// What the source writes into; given away once, since the end of the content is that nobody has it open any more.
    package func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    /// Whether it was not closed yet.
    var isOpen: Bool { pipe.input != nil }

    /// Closes the pipe, whatever the source is about to write.
    package func close() {
        watch = nil
        pipe.close()
    }

    // One chunk at a time, so that a flood takes turns with everything else in the loop.
    private func handleReadable() {
        guard let descriptor = pipe.input else { return }
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        onEvent(count > 0 ? .bytes(buffer[..<count]) : .end(isComplete: count == 0))
    }
}
