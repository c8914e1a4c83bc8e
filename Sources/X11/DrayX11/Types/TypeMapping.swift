// SPDX-License-Identifier: MIT

public import DrayCore

/// The mapping of one representation across the bridge: its names on both sides, and the conversion.
public struct TypeMapping: Equatable, Sendable {
    /// The type offered to Wayland clients.
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

extension TypeMapping {
    private static let unicode: MimeType = "text/plain;charset=utf-8"
    private static let text: MimeType = "text/plain"
    private static let addresses: MimeType = "text/uri-list"

    /// The maximum number of types, more than any program offers; further types are ignored.
    public static let typeLimit = 256

    /// Returns the targets to offer to X clients for content with these types, in its order, but with URI lists first:
    /// many X clients read the first type that they support, and a file would arrive as the text of its path. In
    /// addition to the types themselves, the target names of the ICCCM (2.6.2) are used. Obsolete encodings such as
    /// `COMPOUND_TEXT` are not offered.
    public static func toX(_ types: some Sequence<MimeType>) -> [TypeMapping] {
        var list: [TypeMapping] = []
        func add(_ mapping: TypeMapping) {
            guard list.count < typeLimit, !list.contains(where: { $0.target == mapping.target }) else { return }
            list.append(mapping)
        }
        let types = types.filter(\.isURIList) + types.filter { !$0.isURIList }
        for type in types where type.isMedia { add(TypeMapping(type, type.rawValue)) }
        let named = types.first { $0.normal == unicode.rawValue }
        guard let source = named ?? types.first(where: { $0.rawValue == "UTF8_STRING" || $0 == text }) else {
            return list
        }
        add(TypeMapping(source, "UTF8_STRING"))
        add(TypeMapping(source, unicode.rawValue))
        add(TypeMapping(source, text.rawValue))
        add(TypeMapping(source, "TEXT"))
        add(TypeMapping(source, "STRING", .utf8ToLatin1))
        return list
    }

    /// Returns the types to offer to Wayland clients for content with these targets, in its order.
    public static func toWayland(_ targets: some Sequence<String>) -> [TypeMapping] {
        var list: [TypeMapping] = []
        func add(_ mapping: TypeMapping) {
            guard list.count < typeLimit, !list.contains(where: { $0.type.normal == mapping.type.normal }) else {
                return
            }
            list.append(mapping)
        }
        let targets = Array(targets)
        // `text/plain` from X clients may have any encoding, such as Latin-1 from Tk; Wayland clients assume Unicode.
        let asUnicode = targets.first { $0 == "UTF8_STRING" || MimeType($0).normal == unicode.rawValue }
        for target in targets where MimeType(target).isMedia {
            add(TypeMapping(MimeType(target), target == text.rawValue ? asUnicode ?? target : target))
        }
        // The first available target is the most precise one.
        for (target, conversion) in [("UTF8_STRING", TextTranscoding.Kind.none), ("STRING", .latin1ToUTF8)]
        where targets.contains(target) {
            add(TypeMapping(unicode, target, conversion))
            add(TypeMapping(text, target, conversion))
        }
        if targets.contains("text/x-moz-url") { add(TypeMapping(addresses, "text/x-moz-url", .addresses)) }
        if targets.contains("_NETSCAPE_URL") { add(TypeMapping(addresses, "_NETSCAPE_URL", .addresses)) }
        return list
    }
}

extension MimeType {
    /// Whether this is a MIME type. Other targets are specific to X, or part of a handshake that the other side does
    /// not support.
    fileprivate var isMedia: Bool { rawValue.utf8.contains(0x2f) && rawValue.utf8.count <= 1024 }

    /// The normalised type, with one spelling of `charset=utf-8`.
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
