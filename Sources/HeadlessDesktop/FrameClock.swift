// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// Lets a compositor's clock run with real time, and says when a frame is due: as long as nobody wants one, nobody wakes
/// up.
///
/// | state | `request()` | `request(at:)` | the timer |
/// |---|---|---|---|
/// | `none` | `refresh` | `at` | – |
/// | `at` | `refresh` | `at`, the earlier | `none`, and draws |
/// | `refresh` | – | – | `none`, and draws |
///
/// While the clock does not run by itself, nothing is requested.
final class FrameClock {
    private let clock: VirtualClock
    /// Set as long as the clock runs by itself.
    private var running: Running?
    private var next = NextFrame.none
    private var lastFrame = Instant.zero

    private struct Running {
        let realTime: RealTime
        let timer: TimerSource
    }

    /// What the timer waits for.
    private enum NextFrame {
        /// Nobody wants a frame.
        case none
        /// Something is to happen at that time.
        case at(Instant)
        /// With the next refresh.
        case refresh
    }

    /// The time from one frame to the next in real time: a frame in whole milliseconds, as the loop's timers count.
    private static let frameMicroseconds: UInt64 = 16_000

    init(_ clock: VirtualClock) {
        self.clock = clock
    }

    /// - Parameter draw: draws a frame, and returns whether another is wanted right after it.
    func start(on loop: EventLoop, draw: @escaping () -> Bool) {
        guard let timer = loop.makeTimer(handler: { [weak self] in self?.drawDueFrame(draw) }) else { return }
        running = Running(realTime: RealTime(from: clock.now), timer: timer)
        next = .none
        request()
    }

    /// Stops the clock, and with it the frames.
    func stop() { running = nil }

    /// Asks for a frame at a time of the clock, or with the next refresh (nil): 16 ms after the last one, or at once where
    /// that is longer ago. The clock is brought up to now, after whatever standstill.
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
        // Rounded up: a frame that comes too early would have to come again.
        running.timer.arm(
            milliseconds: due > now ? Int32(clamping: (due.microseconds - now.microseconds + 999) / 1000) : 1)
    }

    /// Brings a clock that runs by itself up to now; does nothing to one that does not.
    func catchUp() {
        if let running { advance(to: running.realTime.now) }
    }

    /// Brings a clock that runs by itself up to a moment of the machine's clock.
    /// - Returns: false if it does not run by itself.
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
