// SPDX-License-Identifier: MIT

internal import Glibc
public import WaylandServer
public import WaylandUtil

/// Relays one transfer from its source to its target, counts its bytes, and can report them.
///
/// The source writes into a pipe of the relay, and the kernel moves the bytes into the target. No call blocks: the
/// event loop reports when there are bytes to move and room for them, and no more than the capacity of two pipes is in
/// transit. A slow target slows its source down, as without a relay.
public final class TransferRelay {
    private let loop: EventLoop
    private let pipe: Pipe
    private let target: ReceivedDescriptor
    private let onEvent: (Event) -> Void
    private var pump: SplicePump
    private var window: PipeWindow?
    private var input: DescriptorSource?
    /// Nil for a regular file, which cannot be watched and never blocks.
    private var output: DescriptorSource?
    private var state = State.reading

    /// The number of bytes that have been written to the target.
    public private(set) var carried = 0

    /// An event for the owner of a relay.
    public enum Event {
        /// The next bytes of the source, in order. Sent only by a relay with ``Showing/bytes``.
        case bytes([UInt8])
        /// The number of bytes just written to the target.
        case carried(Int)
        /// The source has closed its end; the bytes in the pipe are still to be moved. Sent once, before `finished`,
        /// and as soon as it is noticed.
        case sourceClosed
        /// The source closed its end and the target has taken everything.
        case finished
        /// The target closed its end before everything was written.
        case targetClosed
        /// The source's end could not be read.
        case sourceFailed
    }

    /// The events that the owner of a relay needs.
    public enum Showing: Sendable {
        /// The number of bytes.
        case count
        /// Also the bytes themselves, which are copied for that.
        case bytes
    }

    private enum State {
        /// Waits for the source. Leads to `writing` (the target is full) and `done`.
        case reading
        /// Waits for room in the target. Leads to `reading` (there is nothing left to move) and `done`.
        case writing
        /// Like `writing`, but all write ends are closed, so the bytes in the pipe are the last. Leads to `done`.
        case draining
        case done
    }

    /// - Parameters:
    ///   - target: Closed when the transfer ends.
    ///   - onEvent: Called on the loop's thread, never from within this initialiser. May release the relay.
    /// - Returns: Nil if no descriptors are left; the caller then still owns the target's.
    public init?(
        loop: EventLoop, to target: ReceivedDescriptor, showing: Showing = .count, onEvent: @escaping (Event) -> Void
    ) {
        guard let pipe = Pipe(), let reading = pipe.input, let writing = target.borrowed else { return nil }
        self.loop = loop
        self.pipe = pipe
        self.target = target
        self.onEvent = onEvent
        pump = SplicePump(to: writing)
        switch showing {
        case .count: break
        case .bytes:
            guard let window = PipeWindow() else { return nil }
            self.window = window
        }
        // Two event sources exist for the whole transfer, and only their masks change. The output's mask is empty at
        // first; it still reports when the target closes.
        input = watch(reading)
        guard input != nil else { return nil }
        output = loop.watch(writing, for: []) { [weak self] events in self?.handleOutput(events) }
    }

    /// The end that the source writes into, in place of the target's own descriptor. Can be taken once, to be passed on
    /// and closed, since the transfer ends when all copies of it are closed.
    public func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    /// The side that blocks the transfer.
    public var waitsFor: Transfer.Side {
        switch state {
        case .reading, .done: .source
        case .writing, .draining: .target
        }
    }

    /// Cancels the transfer: both ends are closed, and no further events are sent.
    public func cancel() {
        guard state != .done else { return }
        shut()
    }

    // MARK: Moving

    private func carry() {
        withExtendedLifetime(self) {
            guard let input = pipe.input, let target = target.borrowed, state != .done else { return }
            var limit = Pipe.largestCapacity
            if window != nil, !pump.isCopying {
                // Bytes that have been shown are moved before the next are shown.
                if window?.shown == 0, let bytes = window?.look(into: input) { onEvent(.bytes(bytes)) }
                guard state != .done else { return }
                // If nothing was shown, the pipe is empty or at its end; the next step distinguishes the two.
                if let shown = window?.shown, shown > 0 { limit = shown }
            }
            let step = pump.step(from: input, to: target, limit: limit) { bytes in
                if window != nil { onEvent(.bytes(bytes)) }
            }
            take(step)
        }
    }

    private func take(_ step: SplicePump.Step) {
        guard state != .done else { return }
        switch step {
        case .moved(let count):
            window?.moved(count)
            carried += count
            // Most transfers are small, and the default capacity is enough for them.
            if carried >= Pipe.usualCapacity { widen() }
            onEvent(.carried(count))
        case .blocked: wait()
        case .atEnd:
            sourceHasClosed()
            end(.finished)
        case .targetClosed: end(.targetClosed)
        case .sourceFailed: end(.sourceFailed)
        }
    }

    /// Sends `sourceClosed` at most once. The owner may check the state of the source's application at that moment.
    private func sourceHasClosed() {
        guard isSourceOpen, state != .done else { return }
        isSourceOpen = false
        onEvent(.sourceClosed)
    }

    private var isSourceOpen = true

    private func watch(_ input: Int32) -> DescriptorSource? {
        loop.watch(input, for: .readable) { [weak self] events in self?.handleInput(events) }
    }

    /// Waits for the other side, since the side that woke the relay is ready.
    private func wait() {
        switch state {
        case .reading:
            guard let output else { return }
            state = .writing
            input?.watch(for: [])
            output.watch(for: .writable)
        case .writing:
            state = .reading
            output?.watch(for: [])
            input?.watch(for: .readable)
        case .draining:
            // There is room, nothing to move, and no end: the pipe has been opened for writing again.
            state = .reading
            output?.watch(for: [])
            input = pipe.input.flatMap(watch)
        case .done: break
        }
    }

    private func widen() {
        pipe.widen()
        window?.widen()
        if !isTargetWide, let target = target.borrowed { Pipe.widen(target) }
        isTargetWide = true
    }

    private var isTargetWide = false

    // MARK: Callbacks

    private func handleInput(_ events: DescriptorEvents) {
        withExtendedLifetime(self) {
            if events.contains(.hangup) { sourceHasClosed() }
            inputIsReady(events)
        }
    }

    private func inputIsReady(_ events: DescriptorEvents) {
        switch state {
        case .reading:
            carry()
            // All write ends are closed: the target gets the end now rather than in the next turn of the loop.
            guard events.contains(.hangup), state == .reading else { return }
            if pipe.isEmpty, !pump.isCopying { take(.atEnd) } else { carry() }
        case .writing:
            // A hangup of the source is reported even with an empty mask, in every turn of the loop. No further input
            // follows.
            guard !events.isDisjoint(with: [.hangup, .error]) else { return }
            state = .draining
            input = nil
        case .draining, .done: break
        }
    }

    private func handleOutput(_ events: DescriptorEvents) {
        guard events.isDisjoint(with: [.error, .hangup]) else { return end(.targetClosed) }
        switch state {
        case .writing, .draining: carry()
        case .reading, .done: break
        }
    }

    private func end(_ event: Event) {
        guard state != .done else { return }
        withExtendedLifetime(self) {
            shut()
            onEvent(event)
        }
    }

    private func shut() {
        state = .done
        // The loop holds duplicates of both descriptors, which have to be closed as well.
        input = nil
        output = nil
        // Closes both ends, so that a source which continues to write gets EPIPE.
        pipe.close()
        _ = target.take().map { close($0) }
    }
}
