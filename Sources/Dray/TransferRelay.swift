// SPDX-License-Identifier: MIT

internal import Glibc
public import WaylandServer
public import WaylandUtil

/// Carries one transfer from its source to its target, and shows the bytes on their way.
///
/// The source writes into a pipe of the relay's, which hands on what it reads. Neither side is ever waited for: the loop
/// says when there is something to read and room to write, and no more than `chunk` is held in between. A process that
/// relays has to ignore SIGPIPE, since a target may close its end at any time.
public final class TransferRelay {
    private var sourceEnd: ReceivedDescriptor?
    private let loop: EventLoop
    private let input: ReceivedDescriptor
    private let target: ReceivedDescriptor
    private let onEvent: (Event) -> Void
    private var waiting: [UInt8] = []
    private var source: DescriptorSource?
    private var state = State.reading

    /// What a relay tells its owner.
    public enum Event {
        /// These bytes were read from the source, in order.
        case bytes([UInt8])
        /// The source closed its end and the target has taken everything.
        case finished
        /// The target closed its end before everything was written.
        case targetClosed
        /// The source's end could not be read.
        case sourceFailed
    }

    private enum State {
        /// Waits for the source. Leads to `writing` and `done`.
        case reading
        /// Waits for the target to take what was read. Leads to `reading` and `done`.
        case writing
        case done
    }

    /// What a pipe takes without blocking once it reports room (`PIPE_BUF`). The target's descriptor is shared with the
    /// target, so it is not made non-blocking.
    private static let chunk = 4096

    /// - Parameters:
    ///   - target: closed when the transfer ends.
    ///   - onEvent: called on the loop's thread; never from within this initialiser.
    /// - Returns: nil if there are no descriptors left.
    public init?(loop: EventLoop, to target: ReceivedDescriptor, onEvent: @escaping (Event) -> Void) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.loop = loop
        self.target = target
        self.onEvent = onEvent
        input = ReceivedDescriptor(owning: ends[0])
        sourceEnd = ReceivedDescriptor(owning: ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        source = loop.watch(ends[0], for: .readable) { [weak self] _ in self?.read() }
    }

    /// What the source writes into, in place of the target's own descriptor. To be handed on and closed, since the end
    /// of the transfer is that nobody has it open any more: so it is given away once.
    public func takeSourceEnd() -> ReceivedDescriptor? {
        defer { sourceEnd = nil }
        return sourceEnd
    }

    private func read() {
        guard let input = input.borrowed else { return }
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        let count = Glibc.read(input, &buffer, buffer.count)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return end(count == 0 ? .finished : .sourceFailed)
        }
        waiting = Array(buffer[..<count])
        onEvent(.bytes(waiting))
        guard state == .reading, let output = target.borrowed else { return }
        state = .writing
        source = loop.watch(output, for: .writable) { [weak self] events in self?.write(events) }
        // A regular file cannot be watched, and never blocks.
        if source == nil {
            repeat { write(.writable) } while state == .writing
        }
    }

    private func write(_ events: DescriptorEvents) {
        guard let output = target.borrowed, !events.contains(.error) else { return end(.targetClosed) }
        let count = Glibc.write(output, waiting, waiting.count)
        if count < 0 {
            if errno == EAGAIN || errno == EINTR { return }
            return end(.targetClosed)
        }
        waiting.removeFirst(count)
        guard waiting.isEmpty else { return }
        state = .reading
        guard let input = input.borrowed else { return }
        source = loop.watch(input, for: .readable) { [weak self] _ in self?.read() }
    }

    private func end(_ event: Event) {
        guard state != .done else { return }
        state = .done
        source = nil
        // Both ends, so that a source which goes on writing hears that nobody reads.
        for descriptor in [target, input] { _ = descriptor.take().map { close($0) } }
        onEvent(event)
    }
}
