// SPDX-License-Identifier: MIT

/// Text that has to stay within one line of a format, a file name or a terminal.
///
/// Names and titles come from strangers. A line-based format is read by programs with rules of their own (some end a
/// line at U+0085 or U+2028), and a terminal executes controls, so all of these are unsafe everywhere.
public enum LineText {
    /// Whether the scalar neither ends a line, nor controls a terminal, nor changes the order of reading.
    public static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: false
        // Line and paragraph separator; controls of writing direction.
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// Whether every scalar is safe.
    public static func isSafe(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy { isSafe($0) } }

    /// A title in one line. Each run of blanks and unsafe scalars becomes one space, without one at either end.
    /// - Returns: nil if nothing is left.
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
