// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer

/// Makes another text of one, piece by piece as it comes, so that no text is ever held whole.
///
/// | conversion | in | out |
/// |---|---|---|
/// | `none` | anything | the same |
/// | `latin1ToUTF8` | ISO 8859-1, which `STRING` is (ICCCM 2.7.1) | UTF-8 |
/// | `utf8ToLatin1` | UTF-8; what is none counts as one character | ISO 8859-1, `?` for what it does not have |
/// | `addresses` | `text/x-moz-url` or `_NETSCAPE_URL`: address and title in turn, a line each | `text/uri-list` |
public struct TextTranscoding {
    public enum Kind: Equatable, Sendable {
        case none
        case latin1ToUTF8
        case utf8ToLatin1
        case addresses
    }

    public let kind: Kind
    /// The head of a character whose rest has yet to come: at most three bytes.
    private var head: [UInt8] = []
    private var links: TextConversion?

    public init(_ kind: Kind) {
        self.kind = kind
        links =
            switch kind {
            case .addresses: TextConversion(from: .mozillaLinks, to: .uriList)
            case .none, .latin1ToUTF8, .utf8ToLatin1: nil
            }
    }

    /// What these bytes come to.
    public mutating func convert(_ bytes: [UInt8]) -> [UInt8] {
        switch kind {
        case .none: return bytes
        case .latin1ToUTF8:
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count)
            for byte in bytes { Self.append(UInt32(byte), to: &text) }
            return text
        case .utf8ToLatin1: return latin1(head + bytes, isEnd: false)
        case .addresses: return links?.push(bytes, isLast: false) ?? []
        }
    }

    /// All has come: what is left of it.
    public mutating func finish() -> [UInt8] {
        switch kind {
        case .none, .latin1ToUTF8: return []
        case .utf8ToLatin1: return latin1(head, isEnd: true)
        case .addresses: return links?.push([], isLast: true) ?? []
        }
    }

    private mutating func latin1(_ bytes: [UInt8], isEnd: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var place = 0
        head = []
        while place < bytes.count {
            let first = bytes[place]
            let length = Self.length(of: first)
            let rest = bytes[place...].dropFirst().prefix(length - 1)
            let tail = rest.prefix { $0 & 0xc0 == 0x80 }
            if tail.count == rest.count, rest.count < length - 1, !isEnd {
                head = Array(bytes[place...])
                break
            }
            let isWhole = tail.count == length - 1 && (first < 0x80 || length > 1)
            switch (isWhole, length) {
            case (true, 1): text.append(first)
            case (true, 2):
                let scalar = UInt16(first & 0x1f) << 6 | UInt16(tail[tail.startIndex] & 0x3f)
                text.append(scalar > 0x7f && scalar <= 0xff ? UInt8(scalar) : 0x3f)
            case (true, _), (false, _): text.append(0x3f)
            }
            place += 1 + tail.count
        }
        return text
    }

    /// Bytes of the character that begins with this one; 1 also for what begins none.
    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        case _: 1
        }
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        if scalar < 0x80 {
            text.append(UInt8(scalar))
        } else {
            text.append(UInt8(0xc0 | scalar >> 6))
            text.append(UInt8(0x80 | scalar & 0x3f))
        }
    }
}
