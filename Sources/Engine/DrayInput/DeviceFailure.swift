// SPDX-License-Identifier: MIT

import Glibc

/// The reason why a device is not used.
public enum DeviceFailure: Error, Hashable, Sendable {
    /// `EACCES` or `EPERM`: the process has no permission to open it.
    case permissionDenied
    /// `ENOENT`, `ENODEV` or `ENXIO`: the device does not exist, or was removed.
    case notFound
    /// `EBUSY`: another process has grabbed it.
    case busy
    /// It exists, but is no evdev device, or udev does not tag it as an input device.
    case notAnInputDevice
    /// Any other error, as its `errno`.
    case system(errno: Int32)

    /// Creates the failure for a value of `errno`.
    public init(errno number: Int32) {
        self =
            switch number {
            case EACCES, EPERM: .permissionDenied
            case ENOENT, ENODEV, ENXIO: .notFound
            case EBUSY: .busy
            default: .system(errno: number)
            }
    }

    /// The corresponding value of `errno`.
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
