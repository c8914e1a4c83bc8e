// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Takes one type of a source's content into memory (HIG-23).
///
/// The source writes into a pipe of the catcher's, out of which the kernel moves the pages into a file without a name.
/// What is too much or too late is read all the same, and thrown away: a pipe that is closed too early ends a process
/// that does not ignore SIGPIPE.
final class ContentCatcher {
    private let pipe: Pipe
    /// Nil once nobody wants it: the memory is free again.
    private var file: MemoryFile?
    /// Where what nobody wants goes.
    private var nowhere: ReceivedDescriptor?
    private var conveyor: Conveyor
    private var watch: DescriptorSource?
    private var state = State.catching
    private let sourceLife: () -> SourceLife
    private let onEvent: (ContentCatcher, Event) -> Void
    /// What the source was as its end was seen to close; nil before.
    private var lifeAtEnd: SourceLife?
    private var count = 0

    private enum State: Equatable {
        /// Leads to `discarding` and `done`.
        case catching
        /// Reads for the source's sake alone. So many bytes so far. Leads to `done`.
        case discarding(Int)
        case done
    }

    enum Event {
        /// So many bytes are in memory.
        case came(Int)
        /// The source has closed its end; this is all.
        case whole(MemoryFile)
        /// The source was gone as its end was seen to close, so that what came may not be all; there was no memory for it; or
        /// the pipe could not be read.
        case failed
        /// From here on it reads for the source's sake alone.
        case discards
        /// The pipe is closed, and the catcher can go. Comes last, once.
        case done
    }

    /// Moved in one turn of the loop: a flood takes turns with everything else.
    private static let portion = 1 << 18

    /// - Parameter onEvent: never called from within this initialiser.
    /// - Returns: nil if there are no descriptors left.
    init?(
        loop: EventLoop, sourceLife: @escaping () -> SourceLife, onEvent: @escaping (ContentCatcher, Event) -> Void
    ) {
        guard let pipe = Pipe(), let input = pipe.input, let file = MemoryFile(), let target = file.descriptor else {
            return nil
        }
        self.pipe = pipe
        self.file = file
        self.sourceLife = sourceLife
        self.onEvent = onEvent
        conveyor = Conveyor(to: target)
        watch = loop.watch(input, for: .readable) { [weak self] events in self?.handleReadable(events) }
        guard watch != nil else { return nil }
    }

    /// What the source writes into; given away once.
    func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    /// Whether it reads for the source's sake alone.
    var isDiscarding: Bool {
        switch state {
        case .discarding: true
        case .catching, .done: false
        }
    }

    /// The source's connection was closed. What it has written completely by then counts.
    func sourceGone() {
        switch state {
        case .catching: if lifeAtEnd == nil { end(.failed) }
        case .discarding: end(nil)
        case .done: break
        }
    }

    /// Closes the pipe, whatever the source is about to write.
    func stop() {
        switch state {
        case .catching: end(.failed)
        case .discarding: end(nil)
        case .done: break
        }
    }

    /// Nobody wants it any more.
    func letGo() {
        guard state == .catching else { return }
        file = nil
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // Without a descriptor left it has to be closed.
        guard null >= 0 else { return end(nil) }
        state = .discarding(0)
        nowhere = ReceivedDescriptor(owning: null)
        conveyor = Conveyor(to: null)
        onEvent(self, .discards)
    }

    private func handleReadable(_ events: DescriptorEvents) {
        guard let input = pipe.input, let target = file?.descriptor ?? nowhere?.borrowed else { return }
        if events.contains(.hangup), lifeAtEnd == nil { lifeAtEnd = sourceLife() }
        withExtendedLifetime(self) {
            switch state {
            case .catching: caught(conveyor.step(from: input, to: target, limit: Self.portion) { _ in })
            case .discarding(let before):
                discarded(conveyor.step(from: input, to: target, limit: Self.portion) { _ in }, before)
            case .done: break
            }
        }
    }

    private func caught(_ step: Conveyor.Step) {
        switch step {
        case .moved(let more):
            count += more
            if count >= Pipe.usualCapacity { pipe.widen() }
            onEvent(self, .came(count))
        case .blocked: break
        case .atEnd:
            guard let file, (lifeAtEnd ?? sourceLife()) == .up, file.seal(size: count) else { return end(.failed) }
            end(.whole(file))
        case .targetClosed:
            onEvent(self, .failed)
            letGo()
        case .sourceFailed: end(.failed)
        }
    }

    private func discarded(_ step: Conveyor.Step, _ before: Int) {
        switch step {
        case .moved(let more):
            state = .discarding(before + more)
            if before + more > PipeReader.discardLimit { end(nil) }
        case .blocked: break
        case .atEnd, .targetClosed, .sourceFailed: end(nil)
        }
    }

    private func end(_ event: Event?) {
        withExtendedLifetime(self) {
            state = .done
            watch = nil
            pipe.close()
            if let event { onEvent(self, event) }
            onEvent(self, .done)
        }
    }
}
