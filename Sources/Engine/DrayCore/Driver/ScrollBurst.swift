// SPDX-License-Identifier: MIT

// Scrolling by wheel or two fingers while content is dragged (HIG-20). Clients scroll only under pointer focus, which
// no surface has during a drag. Therefore the surface under the content gets pointer focus temporarily, while the user
// scrolls.
//
//   state    event                                               next     effect
//   -------  --------------------------------------------------  -------  ------------------------------------
//   idle     scroll over a surface                               lent     enter
//   lent     scroll over the same surface                        lent     (extend the time)
//            scroll over another surface, or over none           lent, idle   leave (, enter)
//            timeout without a scroll                            idle     leave, repeat the last motion
//            the content came over another surface, or is dropped  idle   leave

/// Tracks the surface with temporary pointer focus while the user scrolls during a drag. A value type.
///
/// The objects under the content have moved when a burst of scrolls is over, so the drag's last motion is sent again.
public struct ScrollBurst: Equatable, Sendable {
    private var state = State.idle

    public enum Effect: Equatable, Sendable {
        /// Sends `enter` to this surface, and scroll events after it. The serial of this `enter` entitles to nothing.
        case enter(SurfaceID)
        /// Sends `leave` to this surface.
        case leave(SurfaceID)
        /// Repeats the drag's last motion.
        case repeatMotion
    }

    private enum State: Equatable {
        case idle
        case lent(SurfaceID, until: Instant)
    }

    /// The time that pointer focus stays after the last scroll, in microseconds: users pause between two turns of a
    /// wheel.
    public static let patience: UInt64 = 150_000

    public init() {}

    /// The end of the burst if no further scroll arrives.
    public var end: Instant? {
        switch state {
        case .idle: nil
        case .lent(_, let end): end
        }
    }

    /// Handles a scroll with the content over this surface, or over nothing that scrolls.
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

    /// Checks whether the burst is over.
    public mutating func look(at time: Instant) -> [Effect] {
        switch state {
        case .lent(_, let end) where time >= end: stop() + [.repeatMotion]
        case .idle, .lent: []
        }
    }

    /// Ends the burst, since the content came over another surface, is released, or its target was destroyed.
    public mutating func stop() -> [Effect] {
        switch state {
        case .idle: return []
        case .lent(let surface, _):
            state = .idle
            return [.leave(surface)]
        }
    }
}
