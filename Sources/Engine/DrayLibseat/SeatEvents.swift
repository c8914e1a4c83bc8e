// SPDX-License-Identifier: MIT

import CLibseat

/// The callbacks of libseat. Separate from the session, since libseat calls them before it returns the seat.
final class SeatEvents {
    var state = SeatState.away
    var onChange: (() -> Void)?

    /// The callbacks, which forward to the object in the user data of a seat.
    static var listener: libseat_seat_listener {
        libseat_seat_listener(
            enable_seat: { _, data in SeatEvents.from(data)?.enabled() },
            disable_seat: { _, data in SeatEvents.from(data)?.disabled() })
    }

    /// The unretained pointer to this object, which must outlive the seat.
    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ data: UnsafeMutableRawPointer?) -> SeatEvents? {
        data.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private func enabled() {
        state = .active
        onChange?()
    }

    private func disabled() {
        state = .leaving
        onChange?()
    }
}
