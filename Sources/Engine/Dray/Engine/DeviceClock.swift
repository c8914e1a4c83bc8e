// SPDX-License-Identifier: MIT

public import DrayCore

/// The clock of the device that drives a drag, which may differ from the host's.
///
/// Clients compare the timestamps of a pointer's events. A generated motion has the timestamp of the last motion plus
/// the elapsed time, and is never later than the device's next motion.
struct DeviceClock {
    /// The last motion's timestamp on the device's clock, and the host's time when it was recorded.
    private var noted: (device: Instant, host: Instant)?

    /// Records the last motion. Not called during a motion, which does not read the host's clock.
    mutating func note(_ motion: Instant, at host: Instant) {
        if noted?.device != motion { noted = (motion, host) }
    }

    /// Converts a host time to the device's clock.
    /// - Parameter motion: The timestamp of the last motion; zero before the first motion, where the host's time is
    ///   returned.
    mutating func time(after motion: Instant, at host: Instant) -> Instant {
        guard motion != .zero else { return host }
        note(motion, at: host)
        guard let noted, host > noted.host else { return motion }
        return motion.advanced(byMicroseconds: host.microseconds - noted.host.microseconds)
    }
}

extension Instant {
    /// The timestamp for a generated motion: the engine continues the device's clock.
    public static let ofDevice = Instant(microseconds: .max)
}

extension DragSeat {
    /// Sends the last motion again to the surface or place under the idle pointer.
    /// - Parameter time: The time on the host's clock.
    func repeatMotion(at time: Instant) {
        let time = deviceTime(at: time)
        whilePlaying { if drag != nil { takeTurn(last.global, last.local, time) } }
    }

    /// Records the last motion's timestamp at the given host time.
    func noteTime(_ time: Instant) { deviceClock.note(last.time, at: time) }

    /// Converts a host time to the clock of the device that drives the drag.
    func deviceTime(at time: Instant) -> Instant { deviceClock.time(after: last.time, at: time) }
}
