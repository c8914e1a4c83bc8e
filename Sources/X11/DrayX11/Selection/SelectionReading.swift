// SPDX-License-Identifier: MIT

public import XCB

/// One conversion of a selection of another client, through a property of a window of the bridge (ICCCM 2.4, 2.7.2).
///
/// A property is read in slices; the next is requested when the previous one has been written to the reader. Whatever
/// the size of a property, only one slice is in memory.
///
/// The content of a drag is requested with the time of its source's last position, but the source may have sent another
/// one before the request arrives. Qt then refuses, since it only accepts its last time. A refused request is therefore
/// repeated if a newer time is known by then.
///
/// | state | event | effects and next state |
/// |---|---|---|
/// | asking | converted | read a slice: `looking` |
/// | | refused | request with a newer time, if there is one; else `done` |
/// | looking | slice | of type `INCR`: delete, `between`; else write: `writing` |
/// | writing | written | more in the property: read a slice, `reading`; else delete: `between` for `INCR`, otherwise
/// `done` |
/// | between | put (new property) | read a slice: `reading` |
/// | reading | slice | empty: delete, `done`; else write: `writing` |
/// | all | failed, timeout, reader gone | `done` |
public struct SelectionReading: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// `SelectionNotify`: the content is in the property.
        case converted
        /// `SelectionNotify`: refused. The value is the time that a request would have now.
        case refused(now: XTime)
        /// The slice that was requested; nil if the property does not exist, or has items of another size than bytes.
        case slice(Slice?)
        /// The reader has taken the whole slice.
        case written
        /// `PropertyNotify` with `NewValue`.
        case put
        /// The reader has closed its end.
        case readerGone
        /// The owner of the selection has exited, or was inactive for too long.
        case failed
    }

    public struct Slice: Equatable, Sendable {
        public var isIncremental: Bool
        public var bytes: [UInt8]
        /// The number of bytes after the slice.
        public var rest: Int

        public init(isIncremental: Bool = false, bytes: [UInt8], rest: Int) {
            self.isIncremental = isIncremental
            self.bytes = bytes
            self.rest = rest
        }
    }

    public enum Effect: Equatable, Sendable {
        /// Request the conversion with this time.
        case convert(at: XTime)
        /// Read the property from this offset, at most ``slice`` bytes.
        case slice(offset: Int)
        /// Delete the property, which requests the next piece.
        case delete
        /// Write these bytes to the reader, and report when all are written.
        case write([UInt8])
        /// Start or restart the timeout for the owner.
        case wait
        /// The conversion has ended. The last effect.
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

    /// The maximum size of a slice, in bytes; a multiple of 4.
    public static let slice = 1 << 16

    /// The maximum number of requests, since an owner may refuse for another reason, and send new times without end.
    static let requestLimit = 16

    private var state: State
    private var asks = 1
    private var isIncremental = false

    /// - Parameter time: The last time at which the owner is known to have held the selection.
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
            return []  // Out of sequence, or the property was set before `SelectionNotify`.
        }
    }

    private mutating func ask(at time: XTime) -> [Effect] {
        guard asks < Self.requestLimit else { return finish(succeeded: false) }
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
            // An empty piece is the end, or the content is empty.
            return [.delete] + finish(succeeded: slice.rest == 0 && offset == 0)
        }
        state = .writing(offset: offset + slice.bytes.count, rest: slice.rest)
        return [.write(slice.bytes)]
    }

    /// Requests the next piece.
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
