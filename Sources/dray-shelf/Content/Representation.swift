// SPDX-License-Identifier: MIT

/// A form that content travels in, by its MIME type.
///
/// The cases stand in the order in which the shelf would rather have them: what says most of the content first.
enum Representation: CaseIterable {
    /// Several cards, each by itself.
    case cards
    case card
    case html
    case uriList
    case plain

    /// The MIME type that we offer it as.
    var mimeType: String {
        switch self {
        case .cards: "application/vnd.dray.cards"
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
        case .cards, .html: [mimeType]
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

    /// What several can be given as, as one: the forms that all of them have.
    /// - Parameter mayGrow: whether one may become several.
    static func all(of contents: [Item.Content], mayGrow: Bool = false) -> [Representation] {
        guard contents.count > 1 || mayGrow && !contents.isEmpty else {
            return contents.first.map { all(of: $0) } ?? []
        }
        let common = allCases.filter { form in contents.allSatisfy { all(of: $0).contains(form) } }
        return [.cards] + common
    }

    /// What is sent to who asks for a type: nothing for one that we have not offered.
    static func bytes(of contents: [Item.Content], as type: String) -> [UInt8] {
        allCases.first { $0.mimeType == type }?.encode(contents) ?? []
    }

    /// Between two cards; it stands for just that.
    private static let separator = "\u{1e}"

    /// The bytes that are sent for several items; nil where they have no such form.
    func encode(_ contents: [Item.Content]) -> [UInt8]? {
        guard contents.count > 1 || self == .cards else { return contents.first.flatMap(encode) }
        switch self {
        case .cards: return Array(contents.compactMap(\.text?.html).joined(separator: Self.separator).utf8)
        case .card, .uriList:
            let parts = contents.map(encode)
            return parts.contains(nil) ? nil : Array(parts.compactMap { $0 }.joined())
        case .html: return Array(contents.compactMap(\.text?.html).joined(separator: "<br>").utf8)
        case .plain: return Array(contents.compactMap(\.text?.plain).joined(separator: "\n").utf8)
        }
    }

    /// The cards that the bytes are: one most often, none where there is nothing for us in them.
    func decodeAll(_ bytes: [UInt8]) -> [StyledText] {
        guard self == .cards else { return decode(bytes).map { [$0] } ?? [] }
        // An empty card is none.
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: Self.separator)
        return parts.prefix(Self.cardLimit).compactMap { Representation.html.decode(Array($0.utf8)) }
    }

    /// Nobody drags more at once.
    private static let cardLimit = 1000

    /// The bytes that are sent for an item; nil where it has no such form.
    func encode(_ content: Item.Content) -> [UInt8]? {
        guard let text = content.text else { return nil }
        switch (self, content) {
        case (.card, .contact(_, let card)): return Array(card.utf8)
        case (.card, .text), (.card, .arriving), (.cards, _): return nil
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
            case .cards, .html: HTMLReader.read(string)
            case .uriList: StyledText(URIList.decode(string).joined(separator: "\n"))
            case .plain: StyledText(string)
            }
        text.trimEnd()
        return text.isEmpty ? nil : text
    }
}
