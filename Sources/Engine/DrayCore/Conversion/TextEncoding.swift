// SPDX-License-Identifier: MIT

/// The encoding of a text, as declared by its type.
public enum TextEncoding: Hashable, Sendable {
    case utf8
    /// With a byte order mark. Without one the order is detected from the bytes; the default is little endian.
    case utf16
    case utf16LittleEndian
    case utf16BigEndian
    /// ISO 8859-1, decoded as windows-1252, which has printable characters in place of control characters.
    case latin1
    case ascii
    /// Any other charset that the C library supports.
    case legacy(LegacyCharset)

    /// - Parameter label: The value of `charset`, in any case.
    /// - Returns: Nil for an unknown name.
    public init?(label: some StringProtocol) {
        switch label.lowercased() {
        case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8": self = .utf8
        case "utf-16", "utf16", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode": self = .utf16
        case "utf-16le", "utf16le", "ucs-2le", "unicodefeff": self = .utf16LittleEndian
        case "utf-16be", "utf16be", "ucs-2be", "unicodefffe": self = .utf16BigEndian
        case "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "iso-ir-100", "latin1", "latin-1",
            "l1",
            "ibm819", "cp819", "csisolatin1", "windows-1252", "cp1252", "x-cp1252":
            self = .latin1
        case "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us": self = .ascii
        case let name:
            guard let charset = LegacyCharset(label: name) else { return nil }
            self = .legacy(charset)
        }
    }
}
