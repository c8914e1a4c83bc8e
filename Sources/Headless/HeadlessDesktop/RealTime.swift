// SPDX-License-Identifier: MIT

internal import DrayCore

/// Maps real time to a compositor's clock: stores the same moment in the system's clock and in the compositor's.
///
/// The system's clock is `CLOCK_MONOTONIC`, which libinput uses for its events.
struct RealTime {
    private let machine: Instant
    private let compositor: Instant

    /// Begins now, at the current time of the compositor's clock.
    init(from compositor: Instant) {
        self.compositor = compositor
        machine = VirtualClock.machineNow
    }

    /// The time of the compositor's clock now.
    var now: Instant { instant(of: VirtualClock.machineNow) }

    /// The time of the compositor's clock at a past moment of the system's clock.
    func instant(of moment: Instant) -> Instant {
        let moment = min(moment, VirtualClock.machineNow)
        guard moment > machine else { return compositor }
        return compositor.advanced(byMicroseconds: moment.microseconds - machine.microseconds)
    }
}
