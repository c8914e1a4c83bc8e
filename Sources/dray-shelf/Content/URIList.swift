// SPDX-License-Identifier: MIT

/// `text/uri-list` (RFC 2483): one URI a line, lines end with CR LF, comments begin with `#`.
enum URIList {
    /// Whether a text consists of URIs, one a line, and nothing else.
    static func holds(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline)
        return !lines.isEmpty && lines.allSatisfy(isURI)
    }

    static func encode(_ text: String) -> [UInt8]? {
        guard holds(text) else { return nil }
        return Array(text.split(whereSeparator: \.isNewline).map { $0 + "\r\n" }.joined().utf8)
    }

    static func decode(_ list: String) -> [String] {
        list.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(String.init)
    }

    /// `scheme:` and something that has no white space.
    private static func isURI(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":"), let first = line.first, first.isASCII, first.isLetter,
            line[colon...].count > 1
        else { return false }
        let isScheme = line[..<colon].allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
        }
        // "note:this" is a text; links have slashes or are mail addresses.
        let isLink = line[colon...].hasPrefix("://") || line[..<colon] == "mailto"
        return isScheme && isLink && !line.contains(where: \.isWhitespace)
    }
}
