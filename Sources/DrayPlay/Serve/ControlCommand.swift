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
