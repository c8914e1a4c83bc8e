// SPDX-License-Identifier: MIT

internal import DrayCore

/// A mistake in a scenario file: its location, a message and optional help.
package struct Diagnostic: Hashable, Sendable {
    package var location: Location
    /// The number of Unicode scalars that the mistake covers in the line, starting at `location`; at least 1.
    package var length: Int
    /// A one-line description of the mistake.
    package var message: String
    /// A one-line description of what is allowed instead.
    package var help: String?

    package init(_ message: String, at location: Location, length: Int = 1, help: String? = nil) {
        self.location = location
        self.length = max(1, length)
        self.message = VisibleText.shortened(message, to: Self.messageLimit)
        self.help = help
    }

    /// The maximum length of a message. It leaves room for every list of allowed words; only text from the file exceeds
    /// it.
    private static let messageLimit = 300

    /// The diagnostic as shown to the user: file, line and column, the source line with a caret, and the help. Terminal
    /// control sequences are neutralized.
    package func rendered(in source: SourceText) -> String {
        let place = VisibleText.singleLine("\(source.name):\(location.line):\(location.column): error: \(message)")
        let number = String(location.line)
        let margin = String(repeating: " ", count: number.count)
        var lines = [place]
        if let text = source.line(location.line) {
            let (part, column) = Self.part(of: VisibleText.cleaned(text), around: location.column)
            let marker = Self.marker(under: part, from: column, length: length)
            lines.append("  \(number) | \(part)")
            lines.append("  \(margin) | \(marker)")
        }
        if let help { lines.append("  \(margin) = \(VisibleText.singleLine(help))") }
        return lines.joined(separator: "\n")
    }

    /// The number of scalars shown from a long line: in total, and before the location.
    private static let partLength = (whole: 200, before: 80)

    /// The shown part of a possibly long line, and the column of the location in that part.
    private static func part(of text: String, around column: Int) -> (text: String, column: Int) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > partLength.whole else { return (text, column) }
        let first = max(0, min(column - 1, scalars.count) - partLength.before)
        let last = min(scalars.count, first + partLength.whole)
        var view = String.UnicodeScalarView()
        if first > 0 { view.append("…") }
        view.append(contentsOf: scalars[first..<last])
        if last < scalars.count { view.append("…") }
        return (String(view), column - first + (first > 0 ? 1 : 0))
    }

    /// Padding up to the column, then carets. Tabs are kept and wide characters count twice, so that the carets align.
    private static func marker(under text: String, from column: Int, length: Int) -> String {
        let scalars = Array(text.unicodeScalars)
        var marker = ""
        for scalar in scalars.prefix(max(0, column - 1)) {
            marker += scalar == "\t" ? "\t" : String(repeating: " ", count: width(of: scalar))
        }
        let covered = scalars.dropFirst(max(0, column - 1)).prefix(length)
        let columns = covered.reduce(0) { $0 + width(of: $1) }
        return marker + "^" + String(repeating: "~", count: max(0, columns - 1))
    }

    /// The number of terminal columns of a character: 2 for East Asian scripts, 0 for combining marks.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
