// SPDX-License-Identifier: MIT

import Glibc

/// The reason why the session manager provides no devices.
public enum SeatError: Error, Equatable, Sendable {
    /// No session manager provides a seat; the number is the system's `errno`.
    /// - Parameter backend: The value of `LIBSEAT_BACKEND`, if set.
    case noSeat(backend: String?, errno: Int32)
    /// libseat is not installed, or lacks a function; the text is the system's error message.
    case noLibrary(String)
    /// The connection to the session manager was lost; the number is the system's `errno`.
    case lost(errno: Int32)
}

extension SeatError: CustomStringConvertible {
    /// A description for users: the problem, its reason and a remedy.
    public var description: String {
        switch self {
        case .noSeat(let backend?, EINVAL):
            """
            no seat: libseat has no backend "\(backend)", which LIBSEAT_BACKEND requests; available: seatd, logind, \
            builtin and noop
            """
        case .noSeat(let backend?, let number):
            "no seat: libseat's backend \"\(backend)\" provides none: \(reason(number))"
        case .noSeat(nil, let number):
            """
            no seat: neither seatd nor logind provides one (\(reason(number))); start seatd, or run this from a \
            local login session
            """
        case .noLibrary(let reason): "no seat: libseat cannot be loaded (\(reason)); install it (Debian: libseat1)"
        case .lost(let number): "the connection to the session manager was lost: \(reason(number))"
        }
    }

    private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
