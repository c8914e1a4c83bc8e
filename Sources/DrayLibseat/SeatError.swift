// SPDX-License-Identifier: MIT

import Glibc

/// Why devices cannot be had from the session manager.
public enum SeatError: Error, Equatable, Sendable {
    /// Nobody gives a seat; the number is the system's `errno`.
    /// - Parameter backend: what `LIBSEAT_BACKEND` asks for, if it asks.
    case noSeat(backend: String?, errno: Int32)
    /// There is no libseat on this machine, or one that lacks something; the text is the system's.
    case noLibrary(String)
    /// The session manager does not answer any more; the number is the system's `errno`.
    case lost(errno: Int32)
}

extension SeatError: CustomStringConvertible {
    /// For people: what does not work, why, and what would help.
    public var description: String {
        switch self {
        case .noSeat(let backend?, EINVAL):
            """
            no seat: libseat has no backend "\(backend)", which LIBSEAT_BACKEND names; it has seatd, logind, builtin and \
            noop
            """
        case .noSeat(let backend?, let number):
            "no seat: libseat's backend \"\(backend)\" gives none: \(reason(number))"
        case .noSeat(nil, let number):
            """
            no seat: neither seatd nor logind gives one (\(reason(number))); start seatd, or start this from a login on the \
            machine itself
            """
        case .noLibrary(let reason): "no seat: libseat cannot be loaded (\(reason)); install it (Debian: libseat1)"
        case .lost(let number): "the session manager has gone: \(reason(number))"
        }
    }

    private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
