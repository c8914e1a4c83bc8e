// SPDX-License-Identifier: MIT

internal import DrayCore

/// Writes characters as bytes. What an encoding has no character for becomes a question mark.
struct TextEncoder {
    private let encoding: TextEncoding
    private let hasMark: Bool
    private var isAtStart = true

    /// - Parameter hasMark: whether text in UTF-16 begins with a byte order mark, as that of `text/plain` does (RFC 2781) and
    ///   Mozilla's own types do not.
    init(_ encoding: TextEncoding, hasMark: Bool) {
        self.encoding = encoding
        self.hasMark = hasMark
    }

    mutating func push(_ scalars: [Unicode.Scalar]) -> [UInt8] {
        defer { if !scalars.isEmpty { isAtStart = false } }
        switch encoding {
        case .utf8:
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return Array(String(text).utf8)
        case .latin1: return scalars.map { $0.value < 0x100 ? UInt8($0.value) : UInt8(ascii: "?") }
        case .ascii: return scalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") }
        case .utf16:
            var bytes: [UInt8] = isAtStart && hasMark && !scalars.isEmpty ? [0xFF, 0xFE] : []
            bytes.reserveCapacity(scalars.count * 2 + 2)
            for scalar in scalars {
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    bytes.append(UInt8(truncatingIfNeeded: unit))
                    bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
                }
            }
            return bytes
        }
    }
}
