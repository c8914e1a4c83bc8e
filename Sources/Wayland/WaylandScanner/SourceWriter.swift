// SPDX-License-Identifier: MIT

/// Collects lines of Swift with their indentation.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ content: String = "") {
        text += content.isEmpty ? "\n" : String(repeating: "    ", count: depth) + content + "\n"
    }

    /// Writes the opening line of a block, its content, and the closing line, if any.
    mutating func block(_ opening: String, closing: String? = "}", _ content: (inout SourceWriter) -> Void) {
        line(opening)
        depth += 1
        content(&self)
        depth -= 1
        if let closing { line(closing) }
    }

    /// Writes a documentation comment from a description: the summary as its first sentence, then the paragraphs.
    mutating func documentation(_ description: Description?, fallback: String, extra: [String] = []) {
        let summary = description?.summary ?? ""
        line("/// " + Self.sentence(summary.isEmpty ? fallback : summary))
        for paragraph in Self.paragraphs(description?.text ?? "") {
            line("///")
            for text in paragraph { line("/// " + text) }
        }
        for text in extra {
            line("///")
            line("/// " + text)
        }
    }

    private static func sentence(_ text: String) -> String {
        let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let first = flat.first else { return flat }
        let capital = first.uppercased() + flat.dropFirst()
        return capital.hasSuffix(".") ? capital : capital + "."
    }

    private static func paragraphs(_ text: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .split(whereSeparator: \.isEmpty)
            .map(Array.init)
    }
}
