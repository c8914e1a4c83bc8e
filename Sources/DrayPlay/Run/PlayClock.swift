// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop

/// The two times of a run.
///
/// *Clients* live by the machine's `CLOCK_MONOTONIC`. The compositor's clock is theirs as far as they can tell: it begins
/// with what that shows, it goes on by a frame when at least as much of their time has passed, and so no time stamp is
/// ahead of it. It falls behind while somebody is waited for; ``follow()`` brings it up where nobody sees that.
///
/// *The scenario's time* counts those frames, from ``scenarioStart``. It is what traces and reports have, and the same in
/// every run.
struct PlayClock {
    private let clock: VirtualClock
    /// What the compositor's clock shows when the scenario's time is ``scenarioStart``: whole milliseconds, so that time
    /// stamps are the same in every run once it is taken off.
    private var origin: Instant
    /// When the last frame was due, on the machine's clock.
    private var lastFrame: Instant

    /// Not zero: a time stamp of zero means “no time” to toolkits.
    static let scenarioStart = Instant(microseconds: 1_000_000)
    private static let frame = HeadlessCompositor.frameMicroseconds

    /// - Parameter clock: made by ``makeClock()``.
    init(_ clock: VirtualClock) {
        self.clock = clock
        origin = clock.now
        lastFrame = clock.now
    }

    /// A clock that begins now, in whole milliseconds.
    static func makeClock() -> VirtualClock {
        VirtualClock(now: Instant(microseconds: VirtualClock.machineNow.microseconds / 1000 * 1000))
    }

    /// The scenario's time at a moment of the compositor's clock.
    func scenarioTime(at moment: Instant) -> Instant {
        Self.scenarioStart.advanced(byMicroseconds: moment.microseconds &- origin.microseconds)
    }

    /// A time stamp as it would be on a clock that shows the scenario's time.
    func scenarioStamp(_ milliseconds: UInt32) -> UInt32 {
        milliseconds &- origin.milliseconds &+ Self.scenarioStart.milliseconds
    }

    // MARK: Frames

    /// How much of the clients' time has to pass until the next frame, in whole milliseconds; nil if it is due.
    var rest: Int32? {
        let now = VirtualClock.machineNow
        let due = lastFrame.advanced(byMicroseconds: Self.frame)
        guard now < due else { return nil }
        return Int32(clamping: (due.microseconds - now.microseconds + 999) / 1000)
    }

    /// A frame begins. One that is late does not make the next ones come faster.
    mutating func frameBegins() {
        let now = VirtualClock.machineNow
        let due = lastFrame.advanced(byMicroseconds: Self.frame)
        lastFrame = now < due.advanced(byMicroseconds: Self.frame) ? due : now
    }

    /// The next frame is due at once.
    mutating func forgetFrame() {
        let now = VirtualClock.machineNow
        lastFrame = min(lastFrame, Instant(microseconds: now.microseconds - min(now.microseconds, Self.frame)))
    }

    // MARK: The clients' time

    /// Brings the compositor's clock up to the clients' time. The scenario's time stands still meanwhile. Only for moments
    /// in which nothing that the compositor does depends on its clock.
    mutating func follow() {
        let now = VirtualClock.machineNow
        // The time of a frame is when it began, and the next one lies ahead.
        let frames = (now.microseconds - lastFrame.microseconds) / Self.frame
        lastFrame = lastFrame.advanced(byMicroseconds: frames * Self.frame)
        guard lastFrame > clock.now else { return }
        let step = (lastFrame.microseconds - clock.now.microseconds) / 1000 * 1000
        clock.advance(byMicroseconds: step)
        origin = origin.advanced(byMicroseconds: step)
    }

    /// Brings the compositor's clock up to the clients' time, and the scenario's time with it: for runs in real time.
    func run() {
        let now = VirtualClock.machineNow
        if now > clock.now { clock.advance(byMicroseconds: now.microseconds - clock.now.microseconds) }
    }
}
