// SPDX-License-Identifier: MIT

/// Text that must stay on one line of a format, a file name or a terminal.
///
/// Names and titles are untrusted. Line-based formats are parsed by programs with different rules (some end a line at
/// U+0085 or U+2028), and terminals execute control characters, so all of these are unsafe everywhere.
public enum LineText {
    /// Whether the scalar neither ends a line, nor controls a terminal, nor changes the reading order.
    public static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: false
        // Line and paragraph separators; directional formatting characters.
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// Whether every scalar is safe.
    public static func isSafe(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy { isSafe($0) } }

    /// Returns a title on one line. Each run of blanks and unsafe scalars becomes one space, except at the ends.
    /// - Returns: Nil if the result is empty.
    public static func title(_ text: some StringProtocol) -> String? {
        var title = String.UnicodeScalarView()
        var isGap = false
        for scalar in text.unicodeScalars {
            guard isSafe(scalar), !scalar.properties.isWhitespace else {
                isGap = true
                continue
            }
            if isGap, !title.isEmpty { title.append(" ") }
            isGap = false
            title.append(scalar)
        }
        return title.isEmpty ? nil : String(title)
    }
}
