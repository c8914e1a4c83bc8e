// SPDX-License-Identifier: MIT

package import DrayCore
package import DrayScenario

/// A one-line command to a compositor run by `dray serve`.
package enum ControlCommand: Equatable, Sendable {
    case pointer(PointerAction)
    case touch(TouchAction)
    case pen(PenAction)
    case key(KeyAction)
    /// Unplugs a device.
    case unplug(Device)
    case plug(Device)
    /// Lists the windows.
    case windows
    /// Shows the current pointer, modifiers and drag.
    case state
    /// Saves a screenshot as a PNG file, whose path is absolute or relative to the server's folder.
    case shot(file: String, of: PictureStep.Subject)
    /// Moves a window's top left corner to a position.
    case place(window: String, ScreenPoint)
    case size(window: String, ScreenSize)
    case raise(window: String)
    case close(window: String)
    /// Starts a program in the compositor.
    case start(Launch)
    case wait(Duration)
    /// Types a text.
    case type(String)
    /// Drags from one place, or several selected ones, to another.
    case drag(Drag)
    /// Double-clicks with the left button.
    case doubleClick(Place)
    case select(Selection)
    /// Opens a menu, and clicks entries in it in sequence.
    case menu(MenuChoice)
    /// Clicks an entry of an open menu; part of `menu`.
    case choose(Located<String>, window: String)
    /// Waits until a press at the current position cannot count as a further click; part of commands that click.
    case freshClick(count: Int)
    /// Waits for a condition.
    case await(ControlWait, within: Duration)
    /// Compares the screen with a reference image; optionally writes the screenshot and the difference to files.
    case compare(PictureStep.Comparison, of: PictureStep.Subject, seen: String?, difference: String?)
    /// Drags from one object to another, by accessible names.
    case dragByName(NamedDragRequest)
    /// Lists the accessible names in a window, or in all windows for nil.
    case names(window: String?)
    /// Waits until the target under the drag has answered.
    case settle
    /// Waits until the last drag is complete.
    case outcome
    /// Saves the data that a target read in the last drag: the last read, or the last of a type.
    case payload(file: String, type: String?)
    /// Subscribes this connection to events.
    case listen
    case quit
    case help(String?)

    /// A program and the options for starting it.
    package struct Launch: Equatable, Sendable {
        /// The program and its arguments.
        var command: [String]
        /// The name of the client; nil for the name of the program's file.
        var name: String?
        /// Additional environment variables.
        var environment: [String: String] = [:]
        /// The working directory; nil for the compositor's.
        var directory: String?
    }
}
