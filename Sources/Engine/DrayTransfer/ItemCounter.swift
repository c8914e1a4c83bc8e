// SPDX-License-Identifier: MIT

public import WaylandServer
public import WaylandUtil

/// Counts the items of a drag by reading its URI list once, in the background (HIG-06).
///
/// The source writes into a pipe of the counter, and no call blocks. Only a list that is complete within `timeLimit`
/// and `sizeLimit` counts, since the badge shows either the exact number or none.
///
/// Anything beyond these limits is still read, up to `discardLimit`, and discarded.
public final class ItemCounter {
    private var pipe: PipeReader?
    private var timer: TimerSource?
    private var received = 0
    private var state = State.counting(UriListCount())
    private let onCount: (Int) -> Void
    private let onEnd: (ItemCounter) -> Void

    private enum State {
        /// Within the limits. Leads to `discarding` (a limit is exceeded, or the number is no longer needed) and
        /// `done`.
        case counting(UriListCount)
        /// Reads only so that the source can finish writing. Leads to `done`.
        case discarding
        /// The pipe is closed.
        case done
    }

    /// The maximum size of the list, in bytes: some ten thousand files. A badge need not be exact beyond that.
    public static let sizeLimit = 1 << 20
    /// The maximum time for the list, in milliseconds of real time. Measured on the loop's clock and not the drag's,
    /// which a host may run faster: the counter waits for a process. Any application that is not busy answers within
    /// this time, and the number still appears as part of the lift.
    public static let timeLimit: Int32 = 250
    /// The maximum number of bytes that are read before the pipe of a source that does not finish is closed.
    public static let discardLimit = PipeReader.discardLimit

    /// - Parameters:
    ///   - onCount: Receives the number of items once, if it becomes known.
    ///   - onEnd: The counter has finished and can be released. Neither is called from within this initialiser.
    /// - Returns: Nil if no descriptors are left.
    public init?(loop: EventLoop, onCount: @escaping (Int) -> Void, onEnd: @escaping (ItemCounter) -> Void) {
        self.onCount = onCount
        self.onEnd = onEnd
        pipe = PipeReader(loop: loop) { [weak self] event in self?.handle(event) }
        timer = loop.makeTimer { [weak self] in self?.stop() }
        guard pipe != nil, timer != nil else { return nil }
        timer?.arm(milliseconds: Self.timeLimit)
    }

    /// The end that the source writes into. Can be taken once, since the list ends when all copies of it are closed.
    public func takeSourceEnd() -> ReceivedDescriptor? { pipe?.takeSourceEnd() }

    /// Stops counting. The rest of what the source writes is read and discarded.
    public func stop() {
        timer = nil
        if case .counting = state { state = .discarding }
    }

    /// Closes the pipe at once, without reading the rest.
    public func close() {
        timer = nil
        state = .done
        pipe?.close()
    }

    private func end() {
        close()
        // The owner releases this object.
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
