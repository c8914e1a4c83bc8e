// SPDX-License-Identifier: MIT

/// What can go wrong while input is set up. In each case nothing was opened, and nothing has to be closed.
public enum InputError: Error, Equatable, Sendable {
    /// This machine has no libinput; the text is why it could not be loaded.
    case noLibrary(String)
    /// libinput could not be started at all (no memory, or no udev).
    case cannotStart
    /// The udev seat could not be taken: udev did not answer.
    case cannotTakeSeat(String)
    /// The device at `path` is not used.
    case cannotOpenDevice(path: String, DeviceFailure)
    /// libinput could not go on reading; the number is the system's `errno`.
    case cannotRead(errno: Int32)
    /// A device by path is gone since the suspension, so that libinput opens none of them; make a new context.
    case cannotResume
    /// The keymap does not compile. `log` is what xkbcommon says about it, a line for each problem.
    case keymapDoesNotCompile(log: String)
    /// The keymap could not be put into a file for the clients; the number is the system's `errno`.
    case cannotShareKeymap(errno: Int32)
}
