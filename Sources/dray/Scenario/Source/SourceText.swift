// SPDX-License-Identifier: MIT

/// The text of a scenario file, kept for the diagnostics.
struct SourceText: Sendable {
    /// The file's name as the person gave it; diagnostics begin with it.
    let name: String
    let text: String
    private let lines: [[Unicode.Scalar]]

    init(name: String, text: String) {
        self.name = name
        self.text = text
        // Scalars, not characters: "\r\n" is one character, and YAML counts columns in scalars.
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.last == "\r" ? Array(line.dropLast()) : Array(line)
        }
    }

    /// A line by its number, counted from 1, without its end; nil past the end of the file.
    func line(_ number: Int) -> String? {
        guard lines.indices.contains(number - 1) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: lines[number - 1])
        return String(text)
    }

    /// The first place at or after another where a text stands; nil where it does not.
    func firstPlace(of text: String, from start: Location) -> Location? {
        let wanted = Array(text.unicodeScalars)
        var first = start.column - 1
        for number in max(0, start.line - 1)..<max(lines.count, start.line - 1) {
            let line = lines[number]
            if line.count >= wanted.count {
                for index in stride(from: first, through: line.count - wanted.count, by: 1)
                where line[index..<(index + wanted.count)].elementsEqual(wanted) {
                    return Location(number + 1, index + 1)
                }
            }
            first = 0
        }
        return nil
    }

    /// The place of the end of the text, for a mistake that is only known there.
    var end: Location { Location(max(1, lines.count), (lines.last?.count ?? 0) + 1) }
}
