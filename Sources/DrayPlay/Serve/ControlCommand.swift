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
    case start(Launch)
    case wait(Duration)
    /// Types a text as a person would.
    case type(String)
    /// Picks up at one place, and drops at another.
    case drag(from: Place, to: Place, Duration)
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

    /// Why a line is no command, in words.
    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Reads a line.
    init(line: String) throws(Mistake) {
        try self.init(words: ControlWords.split(line))
    }

    /// Reads the words of a line.
    init(words: [String]) throws(Mistake) {
        guard let name = words.first else { throw Mistake(description: "an empty line; `help` lists the commands") }
        guard let entry = ControlHelp.entries.first(where: { $0.name == name }) else {
            let near = Suggestion.phrase(for: name, among: ControlHelp.entries.map(\.name))
            throw Mistake(description: "unknown command `\(name)`\(near); `help` lists the commands")
        }
        var rest = ControlWords(words.dropFirst())
        do throws(Mistake) {
            self = try entry.read(&rest)
            if let word = rest.next() { throw Mistake(description: "`\(word)` is one word too many") }
        } catch {
            throw Mistake(description: "\(name): \(error.description); usage: \(entry.usage)")
        }
    }
}
