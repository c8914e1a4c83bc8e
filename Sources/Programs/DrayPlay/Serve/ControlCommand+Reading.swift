// SPDX-License-Identifier: MIT

import DrayScenario

// Parsing of commands.

extension ControlCommand {
    /// Parses a line.
    init(line: String) throws(ControlMistake) {
        try self.init(words: CommandTokens.split(line))
    }

    /// Parses the words of a line.
    init(words: [String]) throws(ControlMistake) {
        guard let name = words.first else {
            throw ControlMistake(description: "an empty line; `help` lists the commands")
        }
        guard let entry = ControlHelp.entries.first(where: { $0.name == name }) else {
            let near = Suggestion.phrase(for: name, among: ControlHelp.entries.map(\.name))
            throw ControlMistake(description: "unknown command `\(name)`\(near); `help` lists the commands")
        }
        var rest = CommandTokens(words.dropFirst())
        do throws(ControlMistake) {
            self = try entry.read(&rest)
            if let word = rest.next() { throw ControlMistake(description: "unexpected word `\(word)`") }
        } catch {
            throw ControlMistake(description: "\(name): \(error.description); usage: \(entry.usage)")
        }
    }
}
