// SPDX-License-Identifier: MIT

/// Excerpts of possibly long texts from clients.
enum Excerpt {
    /// The end of a text, without surrounding whitespace.
    static func of(_ text: String) -> String {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        guard !trimmed.isEmpty else { return "nothing" }
        return trimmed.count > 300 ? "… " + String(trimmed.suffix(300)) : String(trimmed)
    }
}
