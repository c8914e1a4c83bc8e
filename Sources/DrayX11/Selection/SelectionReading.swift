// SPDX-License-Identifier: MIT

public import XCB

/// One conversion of a selection that somebody else owns, out of a property of a window of ours (ICCCM 2.4, 2.7.2).
///
/// A property is read in slices; the next is asked for when the one before has gone on to who wants it. So however much the owner
/// puts into one property, no more than a slice is held.
///
/// What is dragged is asked for by the time of its source's last position, and a source may have sent the next one when the request
/// comes. Qt then refuses: it gives by its last time only. So who is refused asks again if it has heard of a newer time meanwhile.
///
/// | state | converted | slice | written | put (new property) | failed, timer, reader gone |
/// |---|---|---|---|---|---|
/// | asking | refused: `done`, or ask by the newer time; else look: `looking` | – | – | – | `done` |
/// | looking | – | of `INCR`: delete, `between`; else write: `writing` | – | – | `done` |
/// | writing | – | – | more: slice; last: delete, and `done`, or by `INCR` `between` | – | `done` |
/// | between | – | – | – | slice: `reading` | `done` |
/// | reading | – | empty: delete, `done`; else write: `writing` | – | – | `done` |
public struct SelectionReading: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// `SelectionNotify`: it lies in the property.
        case converted
        /// `SelectionNotify`: there is nothing. With the time that would be asked by now.
        case refused(now: XTime)
        /// What was asked for by `slice`; nil: there is no such property, or it has items of another size than bytes.
        case slice(Slice?)
        /// Who wants it has all of the slice.
        case written
        /// `PropertyNotify` with `NewValue`.
        case put
        /// Who wants it does not any more.
        case readerGone
        /// The owner of the selection is gone, or nothing has happened for too long.
        case failed
    }

    public struct Slice: Equatable, Sendable {
        public var isIncremental: Bool
        public var bytes: [UInt8]
        /// Bytes behind it.
        public var rest: Int

        public init(isIncremental: Bool = false, bytes: [UInt8], rest: Int) {
            self.isIncremental = isIncremental
            self.bytes = bytes
            self.rest = rest
        }
    }

    public enum Effect: Equatable, Sendable {
        /// Have the owner convert, as of this time.
        case convert(at: XTime)
        /// Read the property from here on, ``slice`` bytes at most.
        case slice(offset: Int)
        /// Delete the property, which asks for the next piece.
        case delete
        /// Write this to who wants it, and say when all of it is.
        case write([UInt8])
        /// The owner has to do something; starts anew with each of these.
        case wait
        /// All is over; nothing comes after it.
        case done(succeeded: Bool)
    }

    private enum State: Equatable, Sendable {
        case asking(at: XTime)
        case looking
        case writing(offset: Int, rest: Int)
        case between
        case reading(offset: Int)
        case done
    }

    /// In bytes, a multiple of 4.
    public static let slice = 1 << 16

    /// How often the same is asked for, as an owner may refuse for another reason, and name times without end.
    static let mostAsks = 16

    private var state: State
    private var asks = 1
    private var isIncremental = false

    /// - Parameter time: by which the owner holds the selection, as far as is known.
    public init(at time: XTime) {
        state = .asking(at: time)
    }

    public func start() -> [Effect] {
        guard case .asking(let time) = state else { return [] }
        return [.convert(at: time), .wait]
    }

    public mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.done, _): return []
        case (_, .readerGone), (_, .failed): return finish(succeeded: false)
        case (.asking(let time), .refused(let now)): return time == now ? finish(succeeded: false) : ask(at: now)
        case (.asking, .converted):
            state = .looking
            return [.slice(offset: 0), .wait]
        case (.looking, .slice(let slice)), (.reading, .slice(let slice)): return came(slice)
        case (.writing(let offset, let rest), .written):
            if rest > 0 {
                state = .reading(offset: offset)
                return [.slice(offset: offset), .wait]
            }
            return isIncremental ? between() : [.delete] + finish(succeeded: true)
        case (.between, .put): return read()
        case (.asking, _), (.looking, _), (.writing, _), (.between, _), (.reading, _):
            return []  // The owner speaks out of turn, or puts what was asked for before it says so.
        }
    }

    private mutating func ask(at time: XTime) -> [Effect] {
        guard asks < Self.mostAsks else { return finish(succeeded: false) }
        asks += 1
        state = .asking(at: time)
        return start()
    }

    private mutating func came(_ slice: Slice?) -> [Effect] {
        guard let slice else { return finish(succeeded: false) }
        if slice.isIncremental, !isIncremental {
            isIncremental = true
            return between()
        }
        let offset: Int
        switch state {
        case .reading(let before): offset = before
        case .asking, .looking, .writing, .between, .done: offset = 0
        }
        guard !slice.bytes.isEmpty else {
            // The empty piece is the end. So is an empty content.
            return [.delete] + finish(succeeded: slice.rest == 0 && offset == 0)
        }
        state = .writing(offset: offset + slice.bytes.count, rest: slice.rest)
        return [.write(slice.bytes)]
    }

    /// The owner may put the next piece.
    private mutating func between() -> [Effect] {
        state = .between
        return [.delete, .wait]
    }

    private mutating func read() -> [Effect] {
        state = .reading(offset: 0)
        return [.slice(offset: 0), .wait]
    }

    private mutating func finish(succeeded: Bool) -> [Effect] {
        state = .done
        return [.done(succeeded: succeeded)]
    }
}
