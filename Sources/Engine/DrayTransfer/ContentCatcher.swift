// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Captures the content of one type of a source in memory (HIG-23).
///
/// The source writes into a pipe of the catcher, and the kernel splices the pages into a memory file. Content beyond
/// the limit or after the deadline is read and discarded: closing the pipe early would end a source that does not
/// ignore SIGPIPE.
final class ContentCatcher {
    private let pipe: Pipe
    /// The captured content; nil, with its memory freed, once the content is no longer needed.
    private var file: MemoryFile?
    /// `/dev/null`, to which the remaining content is spliced while the state is `discarding`.
    private var sink: ReceivedDescriptor?
    private var pump: SplicePump
    private var watch: DescriptorSource?
    private var state = State.catching
    private let sourceLife: () -> SourceLife
    private let onEvent: (ContentCatcher, Event) -> Void
    /// The state of the source's application when its end was seen to close; nil until then.
    private var lifeAtEnd: SourceLife?
    private var count = 0

    private enum State: Equatable {
        /// Leads to `discarding` and `done`.
        case catching
        /// Reads only so that the source can finish writing. The value is the number of discarded bytes. Leads to
        /// `done`.
        case discarding(Int)
        case done
    }

    enum Event {
        /// The number of bytes in memory.
        case came(Int)
        /// The source has closed its end, and the content is complete.
        case whole(MemoryFile)
        /// The content may be incomplete, since the application had exited when its end was seen to close; there was no
        /// memory for it; or the pipe could not be read.
        case failed
        /// From now on the catcher reads only so that the source can finish writing.
        case discards
        /// The pipe is closed, and the catcher can be released. The last event, sent once.
        case done
    }

    /// The maximum number of bytes moved per turn of the loop, so that a fast source does not block other events.
    private static let portion = 1 << 18

    /// - Parameter onEvent: Never called from within this initialiser.
    /// - Returns: Nil if no descriptors are left.
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
        pump = SplicePump(to: target)
        watch = loop.watch(input, for: .readable) { [weak self] events in self?.handleReadable(events) }
        guard watch != nil else { return nil }
    }

    /// The end that the source writes into. Can be taken once.
    func takeSourceEnd() -> ReceivedDescriptor? { pipe.takeWriteEnd() }

    /// Whether the catcher reads only so that the source can finish writing.
    var isDiscarding: Bool {
        switch state {
        case .discarding: true
        case .catching, .done: false
        }
    }

    /// The connection of the source was closed. Content that it had written completely by then still counts.
    func sourceGone() {
        switch state {
        case .catching: if lifeAtEnd == nil { end(.failed) }
        case .discarding: end(nil)
        case .done: break
        }
    }

    /// Closes the pipe at once, without reading the rest.
    func stop() {
        switch state {
        case .catching: end(.failed)
        case .discarding: end(nil)
        case .done: break
        }
    }

    /// Discards the content, which is no longer needed.
    func discard() {
        guard state == .catching else { return }
        file = nil
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // Without a free descriptor the pipe has to be closed.
        guard null >= 0 else { return end(nil) }
        state = .discarding(0)
        sink = ReceivedDescriptor(owning: null)
        pump = SplicePump(to: null)
        onEvent(self, .discards)
    }

    private func handleReadable(_ events: DescriptorEvents) {
        guard let input = pipe.input, let target = file?.descriptor ?? sink?.borrowed else { return }
        if events.contains(.hangup), lifeAtEnd == nil { lifeAtEnd = sourceLife() }
        withExtendedLifetime(self) {
            switch state {
            case .catching: caught(pump.step(from: input, to: target, limit: Self.portion) { _ in })
            case .discarding(let before):
                discarded(pump.step(from: input, to: target, limit: Self.portion) { _ in }, before)
            case .done: break
            }
        }
    }

    private func caught(_ step: SplicePump.Step) {
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
            discard()
        case .sourceFailed: end(.failed)
        }
    }

    private func discarded(_ step: SplicePump.Step, _ before: Int) {
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
