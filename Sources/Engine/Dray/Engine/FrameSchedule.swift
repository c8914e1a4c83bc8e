// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The schedule of frames. No timer runs while nothing changes.
final class FrameSchedule {
    private let loop: EventLoop
    private let host: () -> (any DragHost)?
    private let makeFrame: () -> Void
    private var timer: TimerSource?
    private var state = State.idle

    private enum State: Equatable {
        case idle
        /// A frame was requested for this time, or for the next refresh (nil).
        case requested(Instant?)
    }

    /// The interval between frames in milliseconds, about 60 Hz. Changes that are reverted within a frame are never
    /// drawn: a client that accepts quickly after `enter` shows no intermediate rejection.
    private static let refresh: Int32 = 16

    /// - Parameter makeFrame: Called when a frame is due and the host does not make it.
    init(loop: EventLoop, host: @escaping () -> (any DragHost)?, makeFrame: @escaping () -> Void) {
        self.loop = loop
        self.host = host
        self.makeFrame = makeFrame
    }

    /// Requests a frame for this time, or for the next refresh (nil).
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

    /// Called when the frame is made.
    func taken() {
        state = .idle
        timer?.disarm()
    }

    private func wait(until time: Instant, from now: Instant) -> Int32 {
        guard time > now else { return 1 }
        return Int32(clamping: (time.microseconds - now.microseconds + 999) / 1000)
    }
}
