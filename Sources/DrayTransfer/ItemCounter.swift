// SPDX-License-Identifier: MIT

public import WaylandServer
public import WaylandUtil

/// Reads the list of what is dragged once, in the background, to learn how many items it has (HIG-06).
///
/// The source writes into a pipe of the counter's; nobody waits for it. Only a list that is complete within `timeLimit`
/// and `sizeLimit` counts, since the number on a badge is either true or not there.
///
/// Whatever comes later is read all the same, up to `discardLimit`, and thrown away.
public final class ItemCounter {
    private var pipe: PipeReader?
    private var timer: TimerSource?
    private var received = 0
    private var state = State.counting(UriListCount())
    private let onCount: (Int) -> Void
    private let onEnd: (ItemCounter) -> Void

    private enum State {
        /// Within the limits. Leads to `discarding` (a limit was reached, or nobody wants to know any more) and `done`.
        case counting(UriListCount)
        /// Reads for the source's sake alone. Leads to `done`.
        case discarding
        /// The pipe is closed.
        case done
    }

    /// A list of some ten thousand files; nobody reads a number on a badge closer than that.
    public static let sizeLimit = 1 << 20
    /// In milliseconds of real time. The loop's clock and not the drag's: it is a process that is waited for, and a host
    /// may play its drags faster than that. Longer than it takes any application that is not busy, short enough that a
    /// number which appears is still taken as part of the lift.
    public static let timeLimit: Int32 = 250
    /// Read for the source's sake before the pipe is closed on one that does not come to an end.
    public static let discardLimit = PipeReader.discardLimit

    /// - Parameters:
    ///   - onCount: told the number of items once, if it becomes known.
    ///   - onEnd: the counter is done and can go. Neither is called from within this initialiser.
    /// - Returns: nil if there are no descriptors left.
    public init?(loop: EventLoop, onCount: @escaping (Int) -> Void, onEnd: @escaping (ItemCounter) -> Void) {
        self.onCount = onCount
        self.onEnd = onEnd
        pipe = PipeReader(loop: loop) { [weak self] event in self?.handle(event) }
        timer = loop.makeTimer { [weak self] in self?.stop() }
        guard pipe != nil, timer != nil else { return nil }
        timer?.arm(milliseconds: Self.timeLimit)
    }

    /// What the source writes into; given away once, since the end of the list is that nobody has it open any more.
    public func takeSourceEnd() -> ReceivedDescriptor? { pipe?.takeSourceEnd() }

    /// Nobody wants to know the number any more. What the source still writes is read and thrown away.
    public func stop() {
        timer = nil
        if case .counting = state { state = .discarding }
    }

    /// Closes the pipe, whatever the source is about to write.
    public func close() {
        timer = nil
        state = .done
        pipe?.close()
    }

    private func end() {
        close()
        // The owner lets go of this object.
        withExtendedLifetime(self) { onEnd(self) }
    }

    private func handle(_ event: PipeReader.Event) {
        switch event {
        case .bytes(let bytes): handle(bytes)
        case .end(let isComplete): handleEnd(isComplete: isComplete)
        }
    }

    private func handle(_ bytes: ArraySlice<UInt8>) {
        received += bytes.count
        switch state {
        case .counting(var list):
            guard received <= Self.sizeLimit else { return stop() }
            list.add(bytes)
            state = .counting(list)
        case .discarding:
            if received > Self.discardLimit { end() }
        case .done:
            break
        }
    }

    private func handleEnd(isComplete: Bool) {
        guard case .counting(let list) = state, isComplete, list.items > 0 else { return end() }
        withExtendedLifetime(self) {
            end()
            onCount(list.items)
        }
    }
}
