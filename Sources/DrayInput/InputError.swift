// SPDX-License-Identifier: MIT

/// What can go wrong while input is set up. In each case nothing was opened, and nothing has to be closed.
public enum InputError: Error, Equatable, Sendable {
    /// libinput could not be started at all (no memory, or no udev).
    case cannotStart
    /// The udev seat could not be taken: udev did not answer.
    case cannotTakeSeat(String)
    /// The device at `path` is not used.
    case cannotOpenDevice(path: String, DeviceFailure)
    /// libinput could not go on reading; the number is the system's `errno`.
    case cannotRead(errno: Int32)
    /// The devices could not be opened again after a suspension; those that could are in use.
    case cannotResume
    /// The keymap does not compile. `log` is what xkbcommon says about it, a line for each problem.
    case keymapDoesNotCompile(log: String)
    /// The keymap could not be put into a file for the clients; the number is the system's `errno`.
    case cannotShareKeymap(errno: Int32)
}

/// Why a device is not used.
public enum DeviceFailure: Error, Hashable, Sendable {
    /// `EACCES` or `EPERM`: the person who runs this may not read it.
    case permissionDenied
    /// `ENOENT`, `ENODEV` or `ENXIO`: nothing there (any more).
    case notFound
    /// `EBUSY`: another process took it for itself.
    case busy
    /// It could be opened, but is no evdev device, or udev does not call it an input device.
    case notAnInputDevice
    /// Anything else that the system said, as its `errno`.
    case system(errno: Int32)
}
