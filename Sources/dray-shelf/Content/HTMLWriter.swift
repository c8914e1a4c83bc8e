// SPDX-License-Identifier: MIT

// Text with its style for others. Nothing but what `StyledText` has is written, so all of it can be read back by
// `HTMLReader`.

extension StyledText {
    /// The text as `text/html`, with its style.
    var html: String {
        let body = runs.map { run in
            let tags = Self.tags.filter { run.style.contains($0.style) }.map(\.name)
            let opening = tags.map { "<\($0)>" }.joined()
            let closing = tags.reversed().map { "</\($0)>" }.joined()
            return opening + Self.escape(run.text) + closing
        }
        return "<meta charset=\"utf-8\">" + body.joined()
    }

    private static let tags: [(name: String, style: Style)] = [("b", .bold), ("i", .italic), ("u", .underline)]

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\n", "\r\n": escaped += "<br>"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
