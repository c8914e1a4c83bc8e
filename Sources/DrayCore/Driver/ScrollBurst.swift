// SPDX-License-Identifier: MIT

// The wheel, or two fingers, while content is dragged (HIG-20). Clients scroll only where the pointer is, and during a drag it
// is nowhere: so it is lent to what is under the content, for as long as somebody scrolls.
//
//   state    what happened                                       next     what is done
//   -------  --------------------------------------------------  -------  ------------------------------------
//   idle     scrolled over something                             lent     enter
//   lent     scrolled over the same                              lent     (it stays a little longer)
//            scrolled over something else, or over nothing       lent, idle   leave (, enter)
//            nobody scrolls any more                             idle     leave, the last motion is repeated
//            the content came over something else, or is released  idle   leave

/// Who has the pointer while somebody scrolls during a drag: a value.
///
/// What lies under the content has moved when a burst is over, so the client hears the drag's last motion again.
public struct ScrollBurst: Equatable, Sendable {
    private var state = State.idle

    public enum Effect: Equatable, Sendable {
        /// The pointer enters this; what is scrolled goes there. Nothing may be begun with the serial of that.
        case enter(SurfaceID)
        /// It leaves again.
        case leave(SurfaceID)
        /// The drag's last motion is told again.
        case repeatMotion
    }

    private enum State: Equatable {
        case idle
        case lent(SurfaceID, until: Instant)
    }

    /// So long the pointer stays after the last turn, in microseconds: hands pause between two turns of a wheel.
    public static let patience: UInt64 = 150_000

    public init() {}

    /// When the burst is over, if nobody scrolls meanwhile.
    public var end: Instant? {
        switch state {
        case .idle: nil
        case .lent(_, let end): end
        }
    }

    /// Somebody scrolls, with the content over this, or over nothing that scrolls.
    public mutating func scrolled(over surface: SurfaceID?, at time: Instant) -> [Effect] {
        let end = time.advanced(byMicroseconds: Self.patience)
        switch (state, surface) {
        case (.lent(let old, _), let surface?) where old == surface:
            state = .lent(surface, until: end)
            return []
        case (_, let surface?):
            let effects = stop()
            state = .lent(surface, until: end)
            return effects + [.enter(surface)]
        case (_, nil):
            return stop()
        }
    }

    /// Time has gone on.
    public mutating func look(at time: Instant) -> [Effect] {
        switch state {
        case .lent(_, let end) where time >= end: stop() + [.repeatMotion]
        case .idle, .lent: []
        }
    }

    /// The content came over something else, or is released, or its target is gone.
    public mutating func stop() -> [Effect] {
        switch state {
        case .idle: return []
        case .lent(let surface, _):
            state = .idle
            return [.leave(surface)]
        }
    }
}
