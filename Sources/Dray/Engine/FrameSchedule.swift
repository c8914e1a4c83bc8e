// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// When the next frame is due. Nothing wakes up while nothing is to be seen.
final class FrameSchedule {
    private unowned let link: EngineLink
    private let loop: EventLoop
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

    init(loop: EventLoop, link: EngineLink) {
        self.loop = loop
        self.link = link
    }

    /// A frame is due at this time, or with the next refresh (nil).
    func request(at time: Instant?) {
        switch (state, time) {
        case (.requested(nil), _): return
        case (.requested(let earlier?), let later?) where earlier <= later: return
        case (.idle, _), (.requested, _): break
        }
        state = .requested(time)
        guard let host = link.host, !host.frameDue(at: time) else { return }
        if timer == nil { timer = loop.makeTimer { [unowned link] in link.engine?.frame(at: link.now) } }
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
