// SPDX-License-Identifier: MIT

/// A representation of cards, identified by its MIME type.
///
/// The cases are in order of preference: the richest first (HIG-21).
enum Representation: CaseIterable {
    /// Several cards of any text, each separate. Only shelves know it.
    case cards
    /// Cards that are links: `text/uri-list` (RFC 2483).
    case links
    case plain

    /// The MIME type that the shelf offers.
    var mimeType: String {
        switch self {
        case .cards: "application/vnd.dray.cards"
        case .links: "text/uri-list"
        case .plain: "text/plain;charset=utf-8"
        }
    }

    /// The best of the offered types, spelt as in the offer; nil if none can be used.
    static func best(of offered: [String]) -> (representation: Representation, type: String)? {
        for representation in allCases {
            // The last two are used by old X11 programs.
            let others = representation == .plain ? ["text/plain", "UTF8_STRING", "STRING"] : []
            for known in [representation.mimeType] + others {
                let match = offered.first { $0.lowercased() == known.lowercased() }
                if let match { return (representation, match) }
            }
        }
        return nil
    }

    /// The representations that all cards have.
    /// - Parameter mayGrow: whether a single card may become several during the drag.
    static func all(of texts: [String], mayGrow: Bool = false) -> [Representation] {
        guard !texts.isEmpty else { return [] }
        return (texts.count > 1 || mayGrow ? [.cards] : []) + (texts.allSatisfy(isLink) ? [.links] : []) + [.plain]
    }

    /// The bytes of a requested type; empty for a type that was not offered, since a target may request any.
    static func bytes(of texts: [String], as type: String) -> [UInt8] {
        allCases.first { $0.mimeType == type }.map { $0.encode(texts) } ?? []
    }

    private func encode(_ texts: [String]) -> [UInt8] {
        switch self {
        case .cards: Array(texts.joined(separator: Self.separator).utf8)
        case .links: Array(texts.filter(Self.isLink).map { $0 + "\r\n" }.joined().utf8)
        case .plain: Array(texts.joined(separator: "\n").utf8)
        }
    }

    /// The texts of the cards in the bytes; none if they contain nothing usable.
    func decode(_ bytes: [UInt8]) -> [String] {
        // Invalid UTF-8 becomes U+FFFD, so that the rest is kept. Some programs send the zero at the end of a C string.
        let text = String(decoding: bytes.last == 0 ? bytes.dropLast() : bytes[...], as: UTF8.self)
        let parts =
            switch self {
            case .cards: text.split(separator: Self.separator)
            case .links: text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            case .plain: [text[...]]
            }
        return parts.prefix(Self.cardLimit).compactMap { part in
            part.lastIndex { !$0.isWhitespace }.map { String(part[...$0]) }
        }
    }

    /// The maximum number of cards in a drop.
    private static let cardLimit = 1000

    /// The separator between two cards, a control character without other uses.
    private static let separator = "\u{1e}"

    /// Whether a text is one URI with `://` or a mail address, without white space. "note:this" is plain text.
    private static func isLink(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true, !text.contains(where: \.isWhitespace)
        else { return false }
        let isScheme = text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isScheme && (text[colon...].hasPrefix("://") || text[..<colon] == "mailto")
    }
}
