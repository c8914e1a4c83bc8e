// SPDX-License-Identifier: MIT

/// One mistake in a scenario file: where it is, what is wrong, and what would be right.
struct Diagnostic: Hashable, Sendable {
    var location: Location
    /// How many Unicode scalars of the line the mistake covers, from `location` on; at least 1.
    var length: Int
    /// What is wrong, in one line.
    var message: String
    /// What would be allowed instead, in one line.
    var help: String?

    init(_ message: String, at location: Location, length: Int = 1, help: String? = nil) {
        self.location = location
        self.length = max(1, length)
        self.message = message
        self.help = help
    }

    /// The mistake as people read it: file, line and column, the line of the file with a caret under the place, the help.
    func rendered(in source: SourceText) -> String {
        let place = "\(source.name):\(location.line):\(location.column): error: \(message)"
        let number = String(location.line)
        let margin = String(repeating: " ", count: number.count)
        var lines = [place]
        if let text = source.line(location.line) {
            let marker = Self.marker(under: text, from: location.column, length: length)
            lines.append("  \(number) | \(text)")
            lines.append("  \(margin) | \(marker)")
        }
        if let help { lines.append("  \(margin) = \(help)") }
        return lines.joined(separator: "\n")
    }

    /// Blanks up to the column, then a caret; tabs stay tabs and wide characters count twice, so that it lines up.
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

    /// The columns that a terminal gives to a character: 2 for the East Asian scripts, 0 for combining marks.
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
