// SPDX-License-Identifier: MIT

internal import Glibc
public import WaylandServer
public import WaylandUtil

/// Carries one transfer from its source to its target, counts its bytes, and can show them on their way.
///
/// The source writes into a pipe of the relay's, out of which the kernel moves them into the target's. Neither side is
/// ever waited for: the loop says when there is something to move and room for it, and no more than two pipes hold is on
/// its way. A source is held back when its target is slow, as it would be without a relay.
public final class TransferRelay {
    private let loop: EventLoop
    private let pipe: Pipe
    private let target: ReceivedDescriptor
    private let onEvent: (Event) -> Void
    private var conveyor: Conveyor
    private var window: PipeWindow?
    private var input: DescriptorSource?
    /// Nil for a regular file, which cannot be watched and never blocks.
    private var output: DescriptorSource?
    private var state = State.reading

    /// The bytes that have gone into the target so far.
    public private(set) var carried = 0

    /// What a relay tells its owner.
    public enum Event {
        /// These bytes of the source's are about to be carried, in order. Only from a relay that shows them.
        case bytes([UInt8])
        /// So many bytes more have gone into the target.
        case carried(Int)
        /// The source has closed its end; what is in the pipe is still to be carried. Comes once, before `finished`, and
        /// as soon as it is noticed.
        case sourceClosed
        /// The source closed its end and the target has taken everything.
        case finished
        /// The target closed its end before everything was written.
        case targetClosed
        /// The source's end could not be read.
        case sourceFailed
    }

    /// What the owner of a relay wants to see.
    public enum Showing: Sendable {
        /// How many bytes pass.
        case count
        /// The bytes themselves, too. They are copied for that.
        case bytes
    }

    private enum State {
        /// Waits for the source. Leads to `writing` (the target is full) and `done`.
        case reading
        /// Waits for room in the target. Leads to `reading` (there is nothing left to move) and `done`.
        case writing
        /// As `writing`, with nobody left who could write: what the pipe holds is all. Leads to `done`.
        case draining
        case done
    }

    /// - Parameters:
    ///   - target: closed when the transfer ends.
    ///   - onEvent: called on the loop's thread; never from within this initialiser. May let go of the relay.
    /// - Returns: nil if there are no descriptors left; the target's is still the caller's then.
    public init?(
        loop: EventLoop, to target: ReceivedDescriptor, showing: Showing = .count, onEvent: @escaping (Event) -> Void
    ) {
        guard let pipe = Pipe(), let reading = pipe.input, let writing = target.borrowed else { return nil }
        self.loop = loop
        self.pipe = pipe
        self.target = target
        self.onEvent = onEvent
        conveyor = Conveyor(to: writing)
        switch showing {
        case .count: break
        case .bytes:
            guard let window = PipeWindow() else { return nil }
            self.window = window
        }
        // Two sources for the whole transfer: what they wait for changes, they stay. Nothing is asked of the target's at
        // first, which still tells when nobody reads any more.
        input = watch(reading)
        guard input != nil else { return nil }
        output = loop.watch(writing, for: []) { [weak self] events in self?.handleOutput(events) }
    }

    /// What the source writes into, in place of the target's own descriptor. To be handed on and closed, since the end
    /// of the transfer is that nobody has it open any more: so it is given away once.
    public func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    /// Which side has to move next.
    public var waitsFor: Transfer.Side {
        switch state {
        case .reading, .done: .source
        case .writing, .draining: .target
        }
    }

    /// Breaks the transfer off: both ends are closed, and nothing more is told.
    public func cancel() {
        guard state != .done else { return }
        shut()
    }

    // MARK: Carrying

    private func carry() {
        withExtendedLifetime(self) {
            guard let input = pipe.input, let target = target.borrowed, state != .done else { return }
            var limit = Pipe.largestCapacity
            if window != nil, !conveyor.isCopying {
                // What has been shown goes first; then the next is shown.
                if window?.shown == 0, let bytes = window?.look(into: input) { onEvent(.bytes(bytes)) }
                guard state != .done else { return }
                // Nothing shown: the pipe is empty, or at its end, which moving tells.
                if let shown = window?.shown, shown > 0 { limit = shown }
            }
            let step = conveyor.step(from: input, to: target, limit: limit) { bytes in
                if window != nil { onEvent(.bytes(bytes)) }
            }
            take(step)
        }
    }

    private func take(_ step: Conveyor.Step) {
        guard state != .done else { return }
        switch step {
        case .moved(let count):
            window?.moved(count)
            carried += count
            // Small transfers, which most are, do with what pipes are by default.
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

    /// Told at most once: the source's owner may be asked what became of it at that very moment.
    private func sourceHasClosed() {
        guard isSourceOpen, state != .done else { return }
        isSourceOpen = false
        onEvent(.sourceClosed)
    }

    private var isSourceOpen = true

    private func watch(_ input: Int32) -> DescriptorSource? {
        loop.watch(input, for: .readable) { [weak self] events in self?.handleInput(events) }
    }

    /// Waits for the other side: the one that woke the relay is not the one that is missing.
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
            // There is room, nothing to move, and no end: somebody has opened the pipe again.
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
            // Nobody writes any more: the target has the end now, rather than with the loop's next turn.
            guard events.contains(.hangup), state == .reading else { return }
            if pipe.isEmpty, !conveyor.isCopying { take(.atEnd) } else { carry() }
        case .writing:
            // Only the source's end is told without being asked for, again and again; nothing more will come.
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
        // The loop has duplicates of both descriptors, which have to go as well.
        input = nil
        output = nil
        // Both ends, so that a source which goes on writing hears that nobody reads.
        pipe.close()
        _ = target.take().map { close($0) }
    }
}
