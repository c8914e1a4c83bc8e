// SPDX-License-Identifier: MIT

/// Text of a client, made safe to show: nothing in it may steer a terminal, a parser or the order of reading.
package enum VisibleText {
    /// The text with everything that XML forbids, and every control of terminals and of writing direction, replaced
    /// by U+FFFD. Tabs and line ends stay.
    package static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
        }
        return String(result)
    }

    /// The same in one line: tabs and line ends become spaces.
    package static func singleLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in cleaned(text).unicodeScalars {
            result.append(scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : scalar)
        }
        return String(result)
    }

    /// At most that many characters, the last one an ellipsis where something was cut.
    package static func shortened(_ text: String, to limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }

    /// Each once, in their order, and of more than so many how many more there are.
    package static func list(_ words: [String], upTo limit: Int) -> String {
        var seen: Set<String> = []
        let unlike = words.filter { seen.insert($0).inserted }
        let rest = unlike.count > limit ? " and \(unlike.count - limit) more" : ""
        return unlike.prefix(limit).joined(separator: ", ") + rest
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x00...0x1F, 0x7F...0x9F: false
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        case 0xFFFE, 0xFFFF: false
        case 0x1_0000...: scalar.value & 0xFFFE != 0xFFFE
        default: true
        }
    }
}
