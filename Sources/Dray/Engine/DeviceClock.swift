// SPDX-License-Identifier: MIT

public import DrayCore

/// The clock of the device that drives a drag, which need not be the host's.
///
/// Clients compare the times of one pointer. A motion that no device has made carries the last motion's time and what
/// has passed since, and never a later time than the device's own next motion.
struct DeviceClock {
    /// The last motion's time by the device's clock, and when it was noted by the host's.
    private var noted: (device: Instant, host: Instant)?

    /// Takes note of the last motion: a motion itself does not ask for the host's time.
    mutating func note(_ motion: Instant, at host: Instant) {
        if noted?.device != motion { noted = (motion, host) }
    }

    /// A time of the host's by the clock of the device.
    /// - Parameter motion: the time of the last motion; zero before the first, and the host's time counts.
    mutating func time(after motion: Instant, at host: Instant) -> Instant {
        guard motion != .zero else { return host }
        note(motion, at: host)
        guard let noted, host > noted.host else { return motion }
        return motion.advanced(byMicroseconds: host.microseconds - noted.host.microseconds)
    }
}

extension Instant {
    /// The time of a motion that no device has made: the engine continues the device's own.
    public static let ofDevice = Instant(microseconds: .max)
}

extension DragSeat {
    /// Sends the last motion again, to what the resting pointer is over.
    /// - Parameter time: by the host's clock.
    func repeatMotion(at time: Instant) {
        let time = deviceTime(at: time)
        whilePlaying { if drag != nil { takeTurn(last.global, last.local, time) } }
    }

    /// Takes note of the last motion's time, by the host's clock.
    func noteTime(_ time: Instant) { deviceClock.note(last.time, at: time) }

    /// A time of the host's by the clock of the device that drives the drag.
    func deviceTime(at time: Instant) -> Instant { deviceClock.time(after: last.time, at: time) }
}
