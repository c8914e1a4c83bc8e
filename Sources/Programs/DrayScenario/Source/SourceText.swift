// SPDX-License-Identifier: MIT

/// The text of a scenario file, as used by diagnostics.
package struct SourceText: Sendable {
    /// The file's name as the user gave it; diagnostics begin with it.
    package let name: String
    package let text: String
    /// Whether another file includes this one.
    package let isIncluded: Bool
    private let lines: [[Unicode.Scalar]]

    package init(name: String, text: String, isIncluded: Bool = false) {
        self.name = name
        self.isIncluded = isIncluded
        self.text = text
        lines = Self.lines(of: text)
    }

    /// The lines without their terminators.
    ///
    /// Unicode scalars rather than characters, because YAML counts columns in scalars and has several line breaks.
    private static func lines(of text: String) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = [[]]
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append([])
            default:
                lines[lines.count - 1].append(scalar)
            }
            previous = scalar
        }
        return lines
    }

    /// The text of a line without its terminator, by its number counted from 1; nil past the end of the file.
    package func line(_ number: Int) -> String? {
        guard lines.indices.contains(number - 1) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: lines[number - 1])
        return String(text)
    }

    /// The first location of a text at or after another location; nil if there is none.
    package func firstPlace(of text: String, from start: Location) -> Location? {
        let wanted = Array(text.unicodeScalars)
        var first = start.column - 1
        for number in max(0, start.line - 1)..<max(lines.count, start.line - 1) {
            let line = lines[number]
            if line.count >= wanted.count {
                for index in stride(from: first, through: line.count - wanted.count, by: 1)
                where line[index..<(index + wanted.count)].elementsEqual(wanted) {
                    return location(number + 1, index + 1)
                }
            }
            first = 0
        }
        return nil
    }

    /// The location of the end of the text, for a mistake that is only known there.
    package var end: Location { location(max(1, lines.count), (lines.last?.count ?? 0) + 1) }

    /// The location of the beginning of the text.
    var start: Location { location(1, 1) }

    /// A location in this text.
    func location(_ line: Int, _ column: Int) -> Location { Location(line, column, in: isIncluded ? name : nil) }
}
