// SPDX-License-Identifier: MIT

/// The path of a file or folder relative to the run's home: `Documents/note.txt`. It is never empty and has no `.` or
/// `..` components, so that it cannot leave the home.
package struct HomePath: Hashable, Sendable, CustomStringConvertible {
    package let parts: [String]

    package var description: String { parts.joined(separator: "/") }

    /// The reason why a text is not such a path.
    enum Flaw: Error {
        case empty
        /// The home itself.
        case home
        /// A path outside of the home.
        case outside
    }

    /// - Parameter home: The prefix allowed in an absolute path.
    init(_ text: String, home: String) throws(Flaw) {
        var rest = text[...]
        if rest.hasPrefix("/") {
            guard text == home || text.hasPrefix(home + "/") else { throw .outside }
            rest = rest.dropFirst(home.count)
        } else if text == "~" || text.hasPrefix("~/") {
            rest = rest.dropFirst()
        } else if text.isEmpty {
            throw .empty
        }
        var parts: [String] = []
        for part in rest.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": if parts.popLast() == nil { throw .outside }
            default: parts.append(String(part))
            }
        }
        guard !parts.isEmpty else { throw .home }
        self.parts = parts
    }

    /// Whether this path is inside the folder at another path.
    func isBelow(_ other: HomePath) -> Bool {
        parts.count > other.parts.count && parts.starts(with: other.parts)
    }
}

extension Shape where Value == HomePath {
    static var homePath: Shape {
        Shape<String>.text.checked { text, node, reading in
            let help = "a path in the run's home, like `Documents/note.txt` or `${home}/Documents/note.txt`"
            do throws(HomePath.Flaw) {
                return try HomePath(text, home: reading.surroundings.homeDirectory)
            } catch {
                let message =
                    switch error {
                    case .empty: "this path is empty"
                    case .home: "`\(text)` is the run's home itself"
                    case .outside: "`\(text)` leads out of the run's home"
                    }
                reading.report(message, at: node, help: help)
                return nil
            }
        }
    }
}
