// SPDX-License-Identifier: MIT

/// A command of the step debugger, as typed by the user.
enum DebugCommand: Equatable {
    /// Plays the step, and stops before the next one.
    case next
    /// Plays all following steps, and stops at the first failure.
    case go
    /// Plays all steps up to a line of the file.
    case to(line: Int)
    case skip
    /// Repeats the failed step.
    case again
    case list
    case windows
    case names(String?)
    case picture(String?)
    case help
    case quit
    /// A step, in the syntax of a file.
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
          continue          play all, and stop at the first failure
          to LINE           play all steps up to a line of the file
          skip              skip the step
          again             repeat the failed step
          list              list the steps, with their lines
          windows           list the windows, with their names in the scenario
          names [WINDOW]    list the accessible names in windows
          picture [NAME]    take a picture of the screen
          pointer: …        play any step, written as in a file
          quit              end the run
        All commands except `names` can be shortened to their first letter.
        """
}
