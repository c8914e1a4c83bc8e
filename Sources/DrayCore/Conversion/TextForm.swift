// SPDX-License-Identifier: MIT

/// What characters are written as.
public enum TextEncoding: Hashable, Sendable, CaseIterable {
    case utf8
    /// With a byte order mark, or little endian without one.
    case utf16
    case latin1
    case ascii
}

/// How text content of a MIME type is to be read, as far as it can be made into other text (HIG-25).
public enum TextForm: Hashable, Sendable {
    case plain(TextEncoding)
    case html
    /// `text/uri-list` (RFC 2483): a URI in each line, comments begin with `#`.
    case uriList
    /// Mozilla's `text/x-moz-url`: URI and title in turn, a line each, in UTF-16.
    case mozillaLinks
    /// `_NETSCAPE_URL`: the same in UTF-8.
    case netscapeLinks
    /// GNOME's `x-special/gnome-copied-files`: a verb, then a URI in each line.
    case gnomeFiles

    /// - Returns: nil for a type that is none of these.
    public init?(_ type: MimeType) {
        switch type.rawValue {
        case "UTF8_STRING", "TEXT": self = .plain(.utf8)
        case "STRING": self = .plain(.latin1)
        case "_NETSCAPE_URL": self = .netscapeLinks
        default:
            let (name, charset) = type.nameAndCharset
            switch name {
            case "text/plain":
                guard let encoding = TextEncoding(charset: charset) else { return nil }
                self = .plain(encoding)
            case "text/html": self = .html
            case "text/uri-list", "application/x-kde4-urilist": self = .uriList
            case "text/x-moz-url": self = .mozillaLinks
            case "x-special/gnome-copied-files": self = .gnomeFiles
            default: return nil
            }
        }
    }

    /// What its characters are written as.
    public var encoding: TextEncoding {
        switch self {
        case .plain(let encoding): encoding
        case .mozillaLinks: .utf16
        case .html, .uriList, .netscapeLinks, .gnomeFiles: .utf8
        }
    }
}

extension TextEncoding {
    /// By the parameter of a MIME type; without one, text of Wayland clients is UTF-8.
    fileprivate init?(charset: String?) {
        switch charset {
        case nil, "utf-8", "utf8": self = .utf8
        case "utf-16", "utf-16le", "unicode": self = .utf16
        case "iso-8859-1", "latin1": self = .latin1
        case "us-ascii", "ascii": self = .ascii
        case .some: return nil
        }
    }
}

extension MimeType {
    /// In small letters, and what `charset` says; both without blanks and quotes.
    ///
    /// Asked of every type of every drag: most have nothing to be changed, and are taken as they are.
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
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"")
    }

    private static func smallLetter(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
