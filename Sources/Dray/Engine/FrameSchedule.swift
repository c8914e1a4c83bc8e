// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// When the next frame is due. Nothing wakes up while nothing is to be seen.
final class FrameSchedule {
    private let loop: EventLoop
    private let host: () -> (any DragHost)?
    private let makeFrame: () -> Void
    private var timer: TimerSource?
    private var state = State.idle

    private enum State: Equatable {
        case idle
        /// A frame was asked for, at this time or with the next refresh (nil).
        case requested(Instant?)
    }

    /// In milliseconds: sixty a second. What changes back within one is never drawn: between `enter` and `accept` of a
    /// quick client a drop is not possible, and nobody is to see it.
    private static let refresh: Int32 = 16

    /// - Parameter makeFrame: called when a frame is due that the host does not make by itself.
    init(loop: EventLoop, host: @escaping () -> (any DragHost)?, makeFrame: @escaping () -> Void) {
        self.loop = loop
        self.host = host
        self.makeFrame = makeFrame
    }

    /// A frame is due at this time, or with the next refresh (nil).
    func request(at time: Instant?) {
        switch (state, time) {
        case (.requested(nil), _): return
        case (.requested(let earlier?), let later?) where earlier <= later: return
        case (.idle, _), (.requested, _): break
        }
        state = .requested(time)
        guard let host = host(), !host.frameDue(at: time) else { return }
        if timer == nil { timer = loop.makeTimer(handler: makeFrame) }
        timer?.arm(milliseconds: time.map { wait(until: $0, from: host.now) } ?? Self.refresh)
    }

    /// The frame is being made.
    func taken() {
        state = .idle
        timer?.disarm()
    }

    private func wait(until time: Instant, from now: Instant) -> Int32 {
        guard time > now else { return 1 }
        return Int32(clamping: (time.microseconds - now.microseconds + 999) / 1000)
    }
}
