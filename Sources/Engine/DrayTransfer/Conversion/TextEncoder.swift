// SPDX-License-Identifier: MIT

internal import DrayCore

/// Encodes characters as bytes. A character that the encoding does not have becomes a question mark.
struct TextEncoder {
    private let encoding: TextEncoding
    private let hasMark: Bool
    private var isAtStart = true

    /// - Parameters:
    ///   - encoding: Unicode, ISO 8859-1 or ASCII. Any other charset is replaced by UTF-8.
    ///   - hasMark: Whether UTF-16 text begins with a byte order mark, as in `text/plain` (RFC 2781), but not in
    ///     Mozilla's own types.
    init(_ encoding: TextEncoding, hasMark: Bool) {
        self.encoding = encoding
        self.hasMark = hasMark
    }

    mutating func push(_ scalars: [Unicode.Scalar]) -> [UInt8] {
        defer { if !scalars.isEmpty { isAtStart = false } }
        switch encoding {
        case .utf8, .legacy:
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return Array(String(text).utf8)
        case .latin1: return scalars.map { $0.value < 0x100 ? UInt8($0.value) : UInt8(ascii: "?") }
        case .ascii: return scalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") }
        case .utf16, .utf16LittleEndian, .utf16BigEndian:
            let isBigEndian = encoding == .utf16BigEndian
            var units: [UInt16] = isAtStart && hasMark && !scalars.isEmpty ? [0xFEFF] : []
            units.reserveCapacity(scalars.count + 1)
            for scalar in scalars { units += UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter }
            return units.flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                return isBigEndian ? [high, low] : [low, high]
            }
        }
    }
}
