// SPDX-License-Identifier: MIT

internal import DrayCore

/// How a compositor's clock follows real time: the same moment on the machine's clock and on the compositor's.
///
/// The machine's clock is `CLOCK_MONOTONIC`, which libinput's events have their times from.
struct RealTime {
    private let machine: Instant
    private let compositor: Instant

    /// From now on, beginning with what the compositor's clock shows.
    init(from compositor: Instant) {
        self.compositor = compositor
        machine = VirtualClock.machineNow
    }

    /// What the compositor's clock has to show now.
    var now: Instant { instant(of: VirtualClock.machineNow) }

    /// What the compositor's clock has to show at a moment of the machine's clock, which is not later than now.
    func instant(of moment: Instant) -> Instant {
        let moment = min(moment, VirtualClock.machineNow)
        guard moment > machine else { return compositor }
        return compositor.advanced(byMicroseconds: moment.microseconds - machine.microseconds)
    }
}
