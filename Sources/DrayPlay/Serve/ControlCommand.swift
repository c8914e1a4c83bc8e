// SPDX-License-Identifier: MIT

package import DrayScenario

/// What a person can tell a compositor that serves, in one line.
package enum ControlCommand: Equatable, Sendable {
    case pointer(PointerAction)
    case touch(TouchAction)
    case key(KeyAction)
    /// The windows that are there.
    case windows
    /// Pointer, modifiers and the drag, as they are now.
    case state
    /// A picture as a PNG file, absolute or relative to the folder of the server.
    case shot(file: String, of: PictureStep.Subject)
    /// Puts a window's top left corner somewhere.
    case place(window: String, ScreenPoint)
    case size(window: String, ScreenSize)
    case raise(window: String)
    case close(window: String)
    /// Starts another program in the compositor.
    case start([String])
    case wait(Duration)
    case quit
    case help(String?)
}
