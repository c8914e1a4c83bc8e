// SPDX-License-Identifier: MIT

/// A form of text that can be converted to others (HIG-25).
public enum TextForm: Hashable, Sendable {
    /// Plain text with the declared encoding. Without a declaration the encoding is detected on reading, and UTF-8 is
    /// written.
    case plain(TextEncoding?)
    /// HTML with the declared encoding, as for plain text.
    case html(TextEncoding?)
    /// `text/uri-list` (RFC 2483): one URI per line; comments begin with `#`.
    case uriList
    /// Mozilla's `text/x-moz-url`: URIs and titles on alternate lines. Written in UTF-16.
    case mozillaLinks
    /// `_NETSCAPE_URL`: the same format, written in UTF-8.
    case netscapeLinks
    /// GNOME's `x-special/gnome-copied-files`: a verb, then one URI per line.
    case gnomeFiles

    /// - Returns: Nil for a type that is none of these, or whose charset is unknown.
    public init?(_ type: MimeType) {
        switch type.rawValue {
        case "UTF8_STRING": self = .plain(.utf8)
        case "TEXT": self = .plain(nil)
        case "STRING": self = .plain(.latin1)
        case "_NETSCAPE_URL": self = .netscapeLinks
        default:
            let (name, label) = type.nameAndCharset
            let encoding = label.flatMap { TextEncoding(label: $0) }
            let isKnown = label == nil || encoding != nil
            switch name {
            case "text/plain" where isKnown: self = .plain(encoding)
            case "text/html" where isKnown: self = .html(encoding)
            case "text/uri-list", "application/x-kde4-urilist": self = .uriList
            case "text/x-moz-url": self = .mozillaLinks
            case "x-special/gnome-copied-files": self = .gnomeFiles
            default: return nil
            }
        }
    }

    /// The encoding that the type declares. Nil if it declares none: then it is detected from the bytes.
    public var declaredEncoding: TextEncoding? {
        switch self {
        case .plain(let encoding), .html(let encoding): encoding
        case .uriList, .mozillaLinks, .netscapeLinks, .gnomeFiles: nil
        }
    }

    /// The encoding that is used for writing.
    public var writtenEncoding: TextEncoding {
        switch self {
        case .plain(let encoding), .html(let encoding): encoding ?? .utf8
        case .mozillaLinks: .utf16
        case .uriList, .netscapeLinks, .gnomeFiles: .utf8
        }
    }

    /// The charset that the C library has to support.
    public var legacyCharset: LegacyCharset? {
        if case .legacy(let charset) = declaredEncoding { charset } else { nil }
    }
}

extension MimeType {
    /// The type in lower case and the value of `charset`, both without blanks and quotes.
    ///
    /// Computed for every type of every drag: most types need no change and are returned as they are.
    var nameAndCharset: (name: String, charset: String?) {
        let bytes = rawValue.utf8
        guard let end = bytes.firstIndex(of: UInt8(ascii: ";")) else { return (Self.bare(bytes[...]), nil) }
        let parameters = bytes[bytes.index(after: end)...].split(separator: UInt8(ascii: ";"))
        let charset = parameters.lazy.map { Self.bare($0) }.first { $0.hasPrefix("charset=") }
        return (Self.bare(bytes[..<end]), charset.map { String($0.dropFirst("charset=".count)) })
    }

    private static func bare(_ bytes: Substring.UTF8View) -> String {
        let isBare = bytes.allSatisfy { !isBlankOrQuote($0) && smallLetter($0) == $0 }
        guard !isBare else { return String(Substring(bytes)) }
        return String(decoding: bytes.filter { !isBlankOrQuote($0) }.map(smallLetter), as: UTF8.self)
    }

    private static func isBlankOrQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\t")
    }

    private static func smallLetter(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
