// SPDX-License-Identifier: MIT

package import DrayCore
package import DrayScenario

/// What a person can tell a compositor that serves, in one line.
package enum ControlCommand: Equatable, Sendable {
    case pointer(PointerAction)
    case touch(TouchAction)
    case pen(PenAction)
    case key(KeyAction)
    /// A device goes away, or comes back.
    case unplug(Device)
    case plug(Device)
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
    case start(Launch)
    case wait(Duration)
    /// Types a text as a person would.
    case type(String)
    /// Picks up at one place, or selects several and picks up the last, and drops at another.
    case drag(Drag)
    /// Clicks twice with the left button.
    case doubleClick(Place)
    case select(Selection)
    /// Opens a menu, and clicks in it on one name after another.
    case menu(MenuChoice)
    /// Clicks on something in a menu that is open: a part of `menu`.
    case choose(Located<String>, window: String)
    /// Waits until a press here is no further click of the one before: a part of what clicks.
    case freshClick(count: Int)
    /// Waits until something is so.
    case await(ControlWait, within: Duration)
    /// Compares what is seen with a picture; what was seen, and what differs, are written where somebody wants that.
    case compare(PictureStep.Comparison, of: PictureStep.Subject, seen: String?, difference: String?)
    /// Drags what its application calls so to what another does.
    case dragByName(NamedDragRequest)
    /// What a window shows to assistive technology; what has a name in any, where none is said.
    case names(window: String?)
    /// Waits until what the content is held over has answered.
    case settle
    /// Waits until the last drag is over.
    case outcome
    /// Saves what a target has read in the last drag: the last read, or that of a type.
    case payload(file: String, type: String?)
    /// Tells this connection what happens, from here on.
    case listen
    case quit
    case help(String?)

    /// A program, and what is asked for it.
    package struct Launch: Equatable, Sendable {
        /// The program and its arguments.
        var command: [String]
        /// What it is called; after its file if nil.
        var name: String?
        /// What is added to its environment.
        var environment: [String: String] = [:]
        /// Where it begins; where the compositor runs if nil.
        var directory: String?
    }
}
