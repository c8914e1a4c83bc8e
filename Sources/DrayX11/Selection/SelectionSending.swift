// SPDX-License-Identifier: MIT

/// One conversion of a selection that we own, into one property of somebody else's window (ICCCM 2.4, 2.7.2).
///
/// What is small goes at once. What is more than ``piece`` goes by `INCR`: piece by piece, each when the reader has deleted the
/// one before. Never more than one piece and what a read brings is held.
///
/// | state | bytes | end | deleted | failed, gone, timer |
/// |---|---|---|---|---|
/// | gathering | more than a piece: `announced`; else ask for more | whole in the property: `done` | – | refuse: `done` |
/// | announced | keep | keep | first piece: `offering`, or `closing` | `done` |
/// | offering (a piece lies there) | keep, ask for more up to a piece | keep | next piece: `offering`; none yet: `starving`; at the end: `closing` | `done` |
/// | starving (the reader waits) | a piece, or all at the end: `offering` | empty piece: `closing` | – | `done` |
/// | closing (the empty piece lies there) | – | – | `done` | `done` |
///
/// The end of a source that failed cannot be told by `INCR`: the reader then gets no more, and gives up.
public struct SelectionSending: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// The source has written this, never empty.
        case bytes([UInt8])
        case end(isComplete: Bool)
        /// The reader has taken the property away.
        case deleted
        /// Its window is gone.
        case readerGone
        /// Nothing has happened for too long.
        case timedOut
    }

    public enum Effect: Equatable, Sendable {
        /// Read on, one chunk, or until the end.
        case read
        /// Set the property.
        case put([UInt8])
        /// Set the property to type `INCR`, with this lower bound of the size. Deletions are watched from here on.
        case announce(Int)
        /// `SelectionNotify`: it lies in the property, or there is nothing.
        case answer(succeeded: Bool)
        /// The reader has to do something, or the source has; starts anew with each of these.
        case wait
        /// All is over; nothing comes after it.
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

    /// In bytes: no client is made to hold more at once, and the server neither.
    public static let piece = 1 << 16

    private var state = State.gathering
    private var held: [UInt8] = []
    /// Whether a chunk was asked for and has not come.
    private var isReading = false
    private var hasEnded = false

    public init() {}

    /// What is held in memory, in bytes.
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

    /// The source has said something.
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

    /// The reader is ready for a piece.
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
