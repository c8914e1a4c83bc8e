// SPDX-License-Identifier: MIT

/// Sanitizes a client's text for display: the result contains nothing that controls a terminal, a parser or the reading
/// order, and nothing invisible.
package enum VisibleText {
    /// Returns the text with each hidden scalar (`Unicode.Scalar.isHidden`) replaced by U+FFFD.
    ///
    /// Tabs and line ends are kept. Soft hyphens are removed. A joiner or variation selector is kept where a script or
    /// an emoji needs it: a single one after a non-ASCII letter or mark, or after an emoji.
    package static func cleaned(_ text: String) -> String {
        // Fast path: most text is ASCII without control characters other than line feeds.
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": result.append(scalar)
            case "\u{AD}": break
            case _ where !scalar.isHidden || result.last.map(scalar.shapes) == true: result.append(scalar)
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }

    /// Returns the cleaned text as one line: tabs and line ends become spaces.
    package static func singleLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in cleaned(text).unicodeScalars {
            result.append(scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : scalar)
        }
        return String(result)
    }

    /// Returns a name that is safe between quotation marks: one line, with each quotation mark replaced by an
    /// apostrophe, so that the name cannot end the quotation. At most `limit` scalars.
    package static func quotable(_ name: String, to limit: Int) -> String {
        // Avoids cleaning all of a very long name.
        let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(2 * limit + 1)))
        var result = String.UnicodeScalarView()
        for scalar in singleLine(beginning).unicodeScalars {
            result.append(scalar.isDoubleQuotationMark ? "'" : scalar)
        }
        return shortened(String(result), to: limit)
    }

    /// Returns at most `limit` scalars, the last one an ellipsis if the text was cut. Cuts between characters, unless
    /// the first character alone exceeds the limit.
    package static func shortened(_ text: String, to limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard let cut = scalars.index(scalars.startIndex, offsetBy: limit - 1, limitedBy: scalars.endIndex),
            cut != scalars.endIndex, scalars.index(after: cut) != scalars.endIndex
        else { return text }
        var beginning = text[..<cut]
        // Keeps a letter together with its combining marks.
        if cut.samePosition(in: text) == nil, beginning.count > 1 { beginning.removeLast() }
        return beginning + "…"
    }

    /// Returns JSON with each hidden scalar of its strings escaped, so that a reader that splits lines at more than
    /// U+000A, such as Python's `splitlines`, reads the lines that were written. The value is unchanged.
    /// - Parameter json: The output of an encoder, which contains such scalars in strings only.
    package static func escaped(json: String) -> String {
        guard !json.utf8.allSatisfy({ $0 < 0x7F }) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            guard scalar.value >= 0x7F, scalar.isHidden else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    /// Joins the distinct words in their order, and replaces those beyond `limit` by their number.
    package static func list(_ words: [String], upTo limit: Int) -> String {
        var seen: Set<String> = []
        let unlike = words.filter { seen.insert($0).inserted }
        let rest = unlike.count > limit ? " and \(unlike.count - limit) more" : ""
        return unlike.prefix(limit).joined(separator: ", ") + rest
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a joiner or variation selector that is valid after the previous scalar.
    fileprivate func shapes(_ previous: Unicode.Scalar) -> Bool {
        let isJoiner = properties.isJoinControl
        guard isJoiner || properties.isVariationSelector, !(isJoiner && previous.isASCII) else { return false }
        // Emoji sequences have a variation selector before the joiner.
        if previous.isHidden { return isJoiner && previous.properties.isVariationSelector }
        return previous.properties.isEmoji || !previous.isASCII && (previous.properties.isAlphabetic || previous.isMark)
    }

    private var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar is a quotation mark that does not also serve as an apostrophe.
    fileprivate var isDoubleQuotationMark: Bool {
        properties.isQuotationMark && !["'", "\u{2018}", "\u{2019}", "\u{201B}", "\u{FF07}"].contains(self)
    }
}
