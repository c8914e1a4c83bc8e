// SPDX-License-Identifier: MIT

/// The way to decode the bytes of a text.
public enum TextReading: Hashable, Sendable {
    /// UTF-8; invalid sequences become U+FFFD.
    case utf8
    /// UTF-8 if the first non-ASCII character is valid; otherwise windows-1252, which old programs wrote without a
    /// declaration.
    case utf8OrWindows1252
    case windows1252
    case utf16LittleEndian
    case utf16BigEndian
    case legacy(LegacyCharset)

    /// The number of bytes that are used for detection.
    public static let headSize = 1024

    /// Determines the encoding. The type's name alone is not sufficient: `text/x-moz-url` is UTF-16 in Firefox and
    /// UTF-8 in Chromium, and `text/html` is UTF-16 in old versions.
    ///
    /// | order | evidence |
    /// |---|---|
    /// | 1 | a byte order mark |
    /// | 2 | the charset parameter of the type |
    /// | 3 | in HTML, the page's declaration (`meta`, the XML declaration) |
    /// | 4 | a zero in every other byte: UTF-16, little or big endian |
    /// | 5 | none of these: UTF-8, else windows-1252 |
    ///
    /// - Parameters:
    ///   - head: The first ``headSize`` bytes, or all of a shorter text.
    ///   - declared: The encoding in the type's parameter; nil if it has none.
    ///   - isPage: Whether the text is HTML.
    public init(head: [UInt8], declared: TextEncoding?, isPage: Bool) {
        if let mark = Self(mark: head) {
            self = mark
        } else if let declared, declared != .ascii {
            self.init(declared, head)
        } else if isPage, let label = PageDeclaration.charset(in: head), let encoding = TextEncoding(label: label) {
            switch encoding {
            // A page whose declaration is readable as ASCII is not UTF-16.
            case .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian: self = .utf8
            case .latin1, .ascii: self = .windows1252
            case .legacy(let charset): self = .legacy(charset)
            }
        } else {
            self = Self(zeroesOf: head) ?? .utf8OrWindows1252
        }
    }

    private init(_ encoding: TextEncoding, _ head: [UInt8]) {
        switch encoding {
        case .utf8: self = .utf8
        case .utf16: self = Self(zeroesOf: head) ?? .utf16LittleEndian
        case .utf16LittleEndian: self = .utf16LittleEndian
        case .utf16BigEndian: self = .utf16BigEndian
        case .latin1: self = .windows1252
        case .ascii: self = .utf8OrWindows1252
        case .legacy(let charset): self = .legacy(charset)
        }
    }

    private init?(mark head: [UInt8]) {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8
        } else if head.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else if head.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else {
            return nil
        }
    }

    /// Detects UTF-16 in a text in which at least every fourth character is ASCII. The last pair is ignored, since it
    /// may be a terminating zero byte that some programs add.
    private init?(zeroesOf head: [UInt8]) {
        let pairs = (head.count - 1) / 2
        guard pairs > 0 else { return nil }
        var (even, odd) = (0, 0)
        for pair in 0..<pairs {
            if head[pair * 2] == 0 { even += 1 }
            if head[pair * 2 + 1] == 0 { odd += 1 }
        }
        switch (even, odd) {
        case (0, let zeroes) where zeroes * 4 >= pairs && zeroes > 0: self = .utf16LittleEndian
        case (let zeroes, 0) where zeroes * 4 >= pairs && zeroes > 0: self = .utf16BigEndian
        default: return nil
        }
    }
}
