// SPDX-License-Identifier: MIT

/// A form that content travels in, by its MIME type.
///
/// The cases stand in the order in which the shelf would rather have them: what says most of the content first.
enum Representation: CaseIterable {
    case card
    case html
    case uriList
    case plain

    /// The MIME type that we offer it as.
    var mimeType: String {
        switch self {
        case .card: "text/vcard"
        case .html: "text/html"
        case .uriList: "text/uri-list"
        case .plain: "text/plain;charset=utf-8"
        }
    }

    /// The names that others offer it under, the best first.
    private var knownTypes: [String] {
        switch self {
        case .card: [mimeType, "text/x-vcard"]
        case .html: [mimeType]
        case .uriList: [mimeType]
        // The last two are what old X11 programs say.
        case .plain: [mimeType, "text/plain", "UTF8_STRING", "STRING"]
        }
    }

    /// The best of the types that a source offers, spelt as it offers it; nil where there is none for us.
    static func best(of offered: [String]) -> (representation: Representation, type: String)? {
        for representation in allCases {
            for known in representation.knownTypes {
                let match = offered.first { $0.lowercased() == known.lowercased() }
                if let match { return (representation, match) }
            }
        }
        return nil
    }

    /// What an item can be given as, the richest first (HIG-21).
    static func all(of content: Item.Content) -> [Representation] {
        switch content {
        case .contact: [.card, .html, .plain]
        case .text(let text): URIList.holds(text.plain) ? [.html, .plain, .uriList] : [.html, .plain]
        case .arriving: []
        }
    }

    /// The bytes that are sent for an item; nil where it has no such form.
    func encode(_ content: Item.Content) -> [UInt8]? {
        guard let text = content.text else { return nil }
        switch (self, content) {
        case (.card, .contact(_, let card)): return Array(card.utf8)
        case (.card, .text), (.card, .arriving): return nil
        case (.html, _): return Array(text.html.utf8)
        case (.plain, _): return Array(text.plain.utf8)
        case (.uriList, _): return URIList.encode(text.plain)
        }
    }

    /// Takes what is relevant out of the bytes that came; nil where there is nothing (HIG-37).
    func decode(_ bytes: [UInt8]) -> StyledText? {
        // Bytes that are not UTF-8 become U+FFFD: better than to lose the rest.
        let string = String(decoding: bytes.last == 0 ? bytes.dropLast() : bytes[...], as: UTF8.self)
        var text =
            switch self {
            case .card: Contact(card: string)?.text ?? StyledText()
            case .html: HTMLReader.read(string)
            case .uriList: StyledText(URIList.decode(string).joined(separator: "\n"))
            case .plain: StyledText(string)
            }
        text.trimEnd()
        return text.isEmpty ? nil : text
    }
}
