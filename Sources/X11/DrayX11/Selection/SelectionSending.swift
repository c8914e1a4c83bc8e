// SPDX-License-Identifier: MIT

/// One conversion of a selection that the bridge owns, into a property of another client's window (ICCCM 2.4, 2.7.2).
///
/// Small content is sent at once. Content larger than ``piece`` is sent by `INCR`, each piece when the reader has
/// deleted the previous one. At most one piece and one chunk from the source are in memory.
///
/// | state | event | effects and next state |
/// |---|---|---|
/// | gathering | bytes | more than a piece: announce, `announced`; else read more |
/// | | end | everything in the property: `done` |
/// | | failed, reader gone, timeout | refuse: `done` |
/// | announced | bytes, end | kept |
/// | | deleted | first piece: `offering`; without content: `closing` |
/// | offering (a piece is in the property) | bytes | kept; read more, up to a piece |
/// | | end | kept |
/// | | deleted | next piece: `offering`; not available yet: `starving`; at the end: `closing` |
/// | starving (the reader waits) | bytes | a piece: `offering` |
/// | | end | the rest: `offering`; without a rest: empty piece, `closing` |
/// | closing (the empty piece is in the property) | deleted | `done` |
/// | all but gathering | failed, reader gone, timeout | `done` |
///
/// `INCR` cannot report a failure of the source: the reader gets no further pieces, and times out.
public struct SelectionSending: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// A chunk from the source, never empty.
        case bytes([UInt8])
        case end(isComplete: Bool)
        /// The reader has deleted the property.
        case deleted
        /// The reader's window was destroyed.
        case readerGone
        /// There was no activity for too long.
        case timedOut
    }

    public enum Effect: Equatable, Sendable {
        /// Read one chunk, or the end.
        case read
        /// Set the property.
        case put([UInt8])
        /// Set the property to type `INCR`, with this lower bound of the size. From now on deletions are reported.
        case announce(Int)
        /// `SelectionNotify`: the content is in the property, or was refused.
        case answer(succeeded: Bool)
        /// Start or restart the timeout for the reader or the source.
        case wait
        /// The conversion has ended. The last effect.
        case done(succeeded: Bool)
    }

    private enum State: Equatable, Sendable {
        case gathering
        case announced
        case offering
        case starving
        case closing
        case done
    }

    /// The maximum size of a piece, in bytes, which limits the memory used by the reader and the server.
    public static let piece = 1 << 16

    private var state = State.gathering
    private var held: [UInt8] = []
    /// Whether a chunk was requested and has not arrived.
    private var isReading = false
    private var hasEnded = false

    public init() {}

    /// The number of bytes in memory.
    public var size: Int { held.count }

    public mutating func start() -> [Effect] {
        isReading = true
        return [.read, .wait]
    }

    public mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.done, _): return []
        case (_, .bytes(let bytes)):
            isReading = false
            held += bytes
            return came()
        case (.gathering, .end(isComplete: false)):
            return finish([.answer(succeeded: false)], succeeded: false)
        case (.announced, .end(isComplete: false)), (.offering, .end(isComplete: false)),
            (.starving, .end(isComplete: false)), (.closing, .end(isComplete: false)):
            return finish([], succeeded: false)
        case (_, .end(isComplete: true)):
            isReading = false
            hasEnded = true
            return came()
        case (.announced, .deleted), (.offering, .deleted): return next()
        case (.closing, .deleted): return finish([], succeeded: true)
        case (.gathering, .deleted), (.starving, .deleted): return []
        case (.gathering, .readerGone), (.gathering, .timedOut):
            return finish([.answer(succeeded: false)], succeeded: false)
        case (_, .readerGone), (_, .timedOut): return finish([], succeeded: false)
        }
    }

    /// Handles new input from the source.
    private mutating func came() -> [Effect] {
        switch state {
        case .gathering:
            if hasEnded {
                let all = held
                held = []
                return finish([.put(all), .answer(succeeded: true)], succeeded: true)
            }
            guard held.count > Self.piece else { return more() + [.wait] }
            state = .announced
            return [.announce(held.count), .answer(succeeded: true), .wait]
        case .announced, .closing, .done: return []
        case .offering: return more()
        case .starving: return next()
        }
    }

    /// Sends the next piece, which the reader is ready for.
    private mutating func next() -> [Effect] {
        if held.isEmpty, hasEnded {
            state = .closing
            return [.put([]), .wait]
        }
        guard held.count >= Self.piece || hasEnded else {
            state = .starving
            return more() + [.wait]
        }
        let piece = Array(held.prefix(Self.piece))
        held.removeFirst(piece.count)
        state = .offering
        return [.put(piece)] + more() + [.wait]
    }

    private mutating func more() -> [Effect] {
        guard !isReading, !hasEnded, held.count <= Self.piece else { return [] }
        isReading = true
        return [.read]
    }

    private mutating func finish(_ effects: [Effect], succeeded: Bool) -> [Effect] {
        state = .done
        held = []
        return effects + [.done(succeeded: succeeded)]
    }
}
