// SPDX-License-Identifier: MIT

/// An error during the setup of input. In each case nothing remains open.
public enum InputError: Error, Equatable, Sendable {
    /// libinput is not installed; the text is the reason why it could not be loaded.
    case noLibrary(String)
    /// libinput could not be started (out of memory, or no udev).
    case cannotStart
    /// The udev seat could not be assigned: udev did not respond.
    case cannotTakeSeat(String)
    /// The device at `path` is not used.
    case cannotOpenDevice(path: String, DeviceFailure)
    /// libinput could not continue to read; the number is the system's `errno`.
    case cannotRead(errno: Int32)
    /// A device by path was removed during the suspension, so libinput opens none of them. A new context is required.
    case cannotResume
    /// The keymap does not compile. `log` contains xkbcommon's messages, one per line.
    case keymapDoesNotCompile(log: String)
    /// The keymap could not be written to a file for clients; the number is the system's `errno`.
    case cannotShareKeymap(errno: Int32)
}
