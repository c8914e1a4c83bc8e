// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop

/// The two clocks of a run.
///
/// *Clients* use `CLOCK_MONOTONIC`. The compositor's clock is indistinguishable from it for clients: it starts at the
/// same value and advances by a frame once at least as much real time has passed, so that no time stamp lies in the
/// future. It falls behind while the run waits; ``follow()`` catches up when no client can notice.
///
/// *Scenario time* counts those frames, from ``scenarioStart``. Traces and reports use it, and it is the same in every
/// run.
/// every run.
struct PlayClock {
    private let clock: VirtualClock
    /// The value of the compositor's clock at ``scenarioStart``, in whole milliseconds, so that time stamps relative to
    /// it are the same in every run.
    private var origin: Instant
    /// The time at which the last frame was due, on `CLOCK_MONOTONIC`.
    private var lastFrame: Instant

    /// Not zero, because toolkits interpret a time stamp of zero as “no time”.
    static let scenarioStart = Instant(microseconds: 1_000_000)
    private static let frame = HeadlessCompositor.frameMicroseconds

    /// - Parameter clock: A clock from ``makeClock()``.
    init(_ clock: VirtualClock) {
        self.clock = clock
        origin = clock.now
        lastFrame = clock.now
    }

    /// A clock that starts now, in whole milliseconds.
    static func makeClock() -> VirtualClock {
        VirtualClock(now: Instant(microseconds: VirtualClock.machineNow.microseconds / 1000 * 1000))
    }

    /// The scenario time for a value of the compositor's clock.
    func scenarioTime(at moment: Instant) -> Instant {
        Self.scenarioStart.advanced(byMicroseconds: moment.microseconds &- origin.microseconds)
    }

    /// A time stamp converted to scenario time.
    func scenarioStamp(_ milliseconds: UInt32) -> UInt32 {
        milliseconds &- origin.milliseconds &+ Self.scenarioStart.milliseconds
    }

    // MARK: Frames

    /// The remaining time until the next frame is due, in whole milliseconds of real time; nil if it is due.
    var rest: Int32? {
        let now = VirtualClock.machineNow
        let due = lastFrame.advanced(byMicroseconds: Self.frame)
        guard now < due else { return nil }
        return Int32(clamping: (due.microseconds - now.microseconds + 999) / 1000)
    }

    /// Begins a frame. A late frame does not accelerate the following ones.
    mutating func frameBegins() {
        let now = VirtualClock.machineNow
        let due = lastFrame.advanced(byMicroseconds: Self.frame)
        lastFrame = now < due.advanced(byMicroseconds: Self.frame) ? due : now
    }

    /// Makes the next frame due immediately.
    mutating func forgetFrame() {
        let now = VirtualClock.machineNow
        lastFrame = min(lastFrame, Instant(microseconds: now.microseconds - min(now.microseconds, Self.frame)))
    }

    // MARK: The clients' time

    /// Advances the compositor's clock to real time without advancing scenario time. To be called only while nothing in
    /// the compositor depends on its clock.
    mutating func follow() {
        let now = VirtualClock.machineNow
        // The time of a frame is its start, and the next frame is in the future.
        let frames = (now.microseconds - lastFrame.microseconds) / Self.frame
        lastFrame = lastFrame.advanced(byMicroseconds: frames * Self.frame)
        guard lastFrame > clock.now else { return }
        let step = (lastFrame.microseconds - clock.now.microseconds) / 1000 * 1000
        clock.advance(byMicroseconds: step)
        origin = origin.advanced(byMicroseconds: step)
    }

    /// Advances the compositor's clock and scenario time to real time, for runs in real time.
    func run() {
        let now = VirtualClock.machineNow
        if now > clock.now { clock.advance(byMicroseconds: now.microseconds - clock.now.microseconds) }
    }
}
