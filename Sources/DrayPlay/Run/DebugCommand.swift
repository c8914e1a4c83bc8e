// SPDX-License-Identifier: MIT

/// What somebody who goes through a scenario step by step has typed.
enum DebugCommand: Equatable {
    /// Plays the step, and stops before the one after it.
    case next
    /// Plays all that follow, and stops where one does not hold.
    case go
    /// Plays all up to a line of the file.
    case to(line: Int)
    case skip
    /// Plays the step that did not hold once more.
    case again
    case list
    case windows
    case names(String?)
    case picture(String?)
    case help
    case quit
    /// A step, as a file would have it.
    case step(String)
    case unknown(String)

    init(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        let argument = words.count > 1 ? words[1] : nil
        switch words.first {
        case nil, "n", "next": self = .next
        case "c", "continue": self = .go
        case "t", "to": self = argument.flatMap { Int($0) }.map { .to(line: $0) } ?? .unknown(line)
        case "s", "skip": self = .skip
        case "a", "again": self = .again
        case "l", "list": self = .list
        case "w", "windows": self = .windows
        case "names": self = .names(argument)
        case "p", "picture": self = argument?.contains("/") == true ? .unknown(line) : .picture(argument)
        case "h", "help", "?": self = .help
        case "q", "quit": self = .quit
        case .some: self = line.contains(":") ? .step(line) : .unknown(line)
        }
    }

    static let commands = """
          Return, next      play the step, and stop before the next one
          continue          play all, and stop where a step does not hold
          to LINE           play all up to a line of the file
          skip              leave the step out
          again             play the step that did not hold once more
          list              the steps, with their lines
          windows           the windows that there are, and their names in the scenario
          names [WINDOW]    what windows show, as assistive technology has it
          picture [NAME]    take a picture of the screen
          pointer: …        any step, written as in a file, is played at once
          quit              end the run
        The first letter of a word is enough, but for `names`.
        """
}
