// SPDX-License-Identifier: MIT

/// Texts of clients that may be long, for people.
enum Excerpt {
    /// The end of a text, without the blanks around it.
    static func of(_ text: String) -> String {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        guard !trimmed.isEmpty else { return "nothing" }
        return trimmed.count > 300 ? "… " + String(trimmed.suffix(300)) : String(trimmed)
    }
}
