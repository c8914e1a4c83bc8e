// SPDX-License-Identifier: MIT

import CLibseat

/// What libseat calls back. Apart from the session, since libseat calls before it has given the seat away.
final class SeatEvents {
    var state = SeatState.away
    var onChange: (() -> Void)?

    /// Calls back to whatever object the user data of a seat names.
    static var listener: libseat_seat_listener {
        libseat_seat_listener(
            enable_seat: { _, data in SeatEvents.from(data)?.enabled() },
            disable_seat: { _, data in SeatEvents.from(data)?.disabled() })
    }

    /// The object itself, for a seat that is closed before the object is gone.
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
