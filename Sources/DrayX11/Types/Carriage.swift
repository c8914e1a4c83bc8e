// SPDX-License-Identifier: MIT

public import DrayCore

/// How one representation goes over the border: what it is called on both sides, and what is made of it on the way.
public struct Carriage: Equatable, Sendable {
    /// What Wayland clients call it.
    public var type: MimeType
    /// The name of the X selection target.
    public var target: String
    public var conversion: TextTranscoding.Kind

    public init(_ type: MimeType, _ target: String, _ conversion: TextTranscoding.Kind = .none) {
        self.type = type
        self.target = target
        self.conversion = conversion
    }
}

extension Carriage {
    private static let unicode: MimeType = "text/plain;charset=utf-8"
    private static let text: MimeType = "text/plain"
    private static let addresses: MimeType = "text/uri-list"

    /// More types than any program offers; a flood of them is cut here.
    public static let mostTypes = 256

    /// What X clients can be offered of content with these types, in its order, but lists of files first: many X
    /// clients read the first type that they know, and a file would arrive as the text of its path. Names are ICCCM's
    /// (2.6.2) in addition to the types themselves. Encodings that no program writes any more, as `COMPOUND_TEXT`, are
    /// not offered.
    public static func toX(_ types: some Sequence<MimeType>) -> [Carriage] {
        var list: [Carriage] = []
        func add(_ carriage: Carriage) {
            guard list.count < mostTypes, !list.contains(where: { $0.target == carriage.target }) else { return }
            list.append(carriage)
        }
        let types = types.filter(\.isURIList) + types.filter { !$0.isURIList }
        for type in types where type.isMedia { add(Carriage(type, type.rawValue)) }
        let named = types.first { $0.normal == unicode.rawValue }
        guard let source = named ?? types.first(where: { $0.rawValue == "UTF8_STRING" || $0 == text }) else {
            return list
        }
        add(Carriage(source, "UTF8_STRING"))
        add(Carriage(source, unicode.rawValue))
        add(Carriage(source, text.rawValue))
        add(Carriage(source, "TEXT"))
        add(Carriage(source, "STRING", .utf8ToLatin1))
        return list
    }

    /// What Wayland clients can be offered of content with these targets, in its order.
    public static func toWayland(_ targets: some Sequence<String>) -> [Carriage] {
        var list: [Carriage] = []
        func add(_ carriage: Carriage) {
            guard list.count < mostTypes, !list.contains(where: { $0.type.normal == carriage.type.normal }) else {
                return
            }
            list.append(carriage)
        }
        let targets = Array(targets)
        // What X clients call `text/plain` has any encoding, as Tk's has Latin-1; Wayland clients take it for Unicode.
        let asUnicode = targets.first { $0 == "UTF8_STRING" || MimeType($0).normal == unicode.rawValue }
        for target in targets where MimeType(target).isMedia {
            add(Carriage(MimeType(target), target == text.rawValue ? asUnicode ?? target : target))
        }
        // The first of these that is there says it best.
        for (target, conversion) in [("UTF8_STRING", TextTranscoding.Kind.none), ("STRING", .latin1ToUTF8)]
        where targets.contains(target) {
            add(Carriage(unicode, target, conversion))
            add(Carriage(text, target, conversion))
        }
        if targets.contains("text/x-moz-url") { add(Carriage(addresses, "text/x-moz-url", .addresses)) }
        if targets.contains("_NETSCAPE_URL") { add(Carriage(addresses, "_NETSCAPE_URL", .addresses)) }
        return list
    }
}

extension MimeType {
    /// Whether this is a type that means the same to everybody: all others are names of X's own, or a handshake that
    /// no other side could answer.
    fileprivate var isMedia: Bool { rawValue.utf8.contains(0x2f) && rawValue.utf8.count <= 1024 }

    /// The same for two ways to write `charset=utf-8`.
    fileprivate var normal: String {
        let lower = rawValue.lowercased()
        let words = lower.split(separator: ";" as Character).map { word in
            var word = word
            while word.first == " " { word.removeFirst() }
            while word.last == " " { word.removeLast() }
            return word == "charset=utf8" ? "charset=utf-8" : String(word)
        }
        return words.joined(separator: ";")
    }
}
