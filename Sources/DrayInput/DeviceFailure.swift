// SPDX-License-Identifier: MIT

import Glibc

/// Why a device is not used.
public enum DeviceFailure: Error, Hashable, Sendable {
    /// `EACCES` or `EPERM`: the person who runs this may not read it.
    case permissionDenied
    /// `ENOENT`, `ENODEV` or `ENXIO`: nothing there (any more).
    case notFound
    /// `EBUSY`: another process took it for itself.
    case busy
    /// It is there, but is no evdev device, or udev does not call it an input device.
    case notAnInputDevice
    /// Anything else that the system said, as its `errno`.
    case system(errno: Int32)

    /// Reads a number that the system left in `errno`.
    public init(errno number: Int32) {
        self =
            switch number {
            case EACCES, EPERM: .permissionDenied
            case ENOENT, ENODEV, ENXIO: .notFound
            case EBUSY: .busy
            default: .system(errno: number)
            }
    }

    /// The number that stands for it where C asks for one.
    var errno: Int32 {
        switch self {
        case .permissionDenied: EACCES
        case .notFound: ENOENT
        case .busy: EBUSY
        case .notAnInputDevice: ENOTTY
        case .system(let number): number
        }
    }
}
