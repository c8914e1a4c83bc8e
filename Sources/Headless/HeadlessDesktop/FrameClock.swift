// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// Lets a compositor's clock follow real time, and schedules frames. Without a request for a frame, no timer runs.
///
/// | state | `request()` | `request(at:)` | the timer |
/// |---|---|---|---|
/// | `none` | `refresh` | `at` | – |
/// | `at` | `refresh` | `at`, the earlier | `none`, and draws |
/// | `refresh` | – | – | `none`, and draws |
///
/// While the clock does not follow real time, requests have no effect.
final class FrameClock {
    private let clock: VirtualClock
    /// Set while the clock follows real time.
    private var running: Running?
    private var next = NextFrame.none
    private var lastFrame = Instant.zero

    private struct Running {
        let realTime: RealTime
        let timer: TimerSource
    }

    /// The purpose of the timer.
    private enum NextFrame {
        /// No frame is requested.
        case none
        /// A frame is requested for this time.
        case at(Instant)
        /// A frame is requested for the next refresh.
        case refresh
    }

    /// The frame interval in real time, in whole milliseconds because of the resolution of the event loop's timers.
    private static let frameMicroseconds: UInt64 = 16_000

    init(_ clock: VirtualClock) {
        self.clock = clock
    }

    /// - Parameter draw: draws a frame, and returns whether another one is needed directly after it.
    func start(on loop: EventLoop, draw: @escaping () -> Bool) {
        guard let timer = loop.makeTimer(handler: { [weak self] in self?.drawDueFrame(draw) }) else { return }
        running = Running(realTime: RealTime(from: clock.now), timer: timer)
        next = .none
        request()
    }

    /// Stops the clock and its frames.
    func stop() { running = nil }

    /// Requests a frame at a time of the clock, or with the next refresh (nil): 16 ms after the last one, or
    /// immediately if that has passed. The clock is brought up to date, however long it was idle.
    func request(at time: Instant? = nil) {
        guard let running else { return }
        switch (next, time) {
        case (.refresh, _): return
        case (.at(let earlier), let later?) where earlier <= later: return
        case (.none, _), (.at, _): break
        }
        next = time.map { .at($0) } ?? .refresh
        catchUp()
        let now = clock.now
        let due = max(lastFrame.advanced(byMicroseconds: Self.frameMicroseconds), time ?? now)
        // Rounded up: a frame that is drawn too early would have to be repeated.
        running.timer.arm(
            milliseconds: due > now ? Int32(clamping: (due.microseconds - now.microseconds + 999) / 1000) : 1)
    }

    /// Brings a clock that follows real time up to date. No effect on other clocks.
    func catchUp() {
        if let running { advance(to: running.realTime.now) }
    }

    /// Advances a clock that follows real time to a time of the system's monotonic clock.
    /// - Returns: false if the clock does not follow real time.
    func catchUp(to moment: Instant) -> Bool {
        guard let running else { return false }
        advance(to: running.realTime.instant(of: moment))
        return true
    }

    private func advance(to due: Instant) {
        if due > clock.now { clock.advance(byMicroseconds: due.microseconds - clock.now.microseconds) }
    }

    private func drawDueFrame(_ draw: () -> Bool) {
        next = .none
        catchUp()
        lastFrame = clock.now
        if draw() { request() }
    }
}
