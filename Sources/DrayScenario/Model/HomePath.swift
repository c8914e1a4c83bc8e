// SPDX-License-Identifier: MIT

/// A file or folder in the run's home, by its path there: `Documents/note.txt`. Never empty, without `.` and `..`: it
/// cannot lead out.
package struct HomePath: Hashable, Sendable, CustomStringConvertible {
    package let parts: [String]

    package var description: String { parts.joined(separator: "/") }

    /// Why a text is no such path.
    enum Flaw: Error {
        case empty
        /// It is the home itself.
        case home
        /// It leads to somewhere else.
        case outside
    }

    /// - Parameter home: an absolute path may begin with it.
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

    /// Whether it is in the folder of another path.
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
