// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

/// Decodes text in a legacy charset with the C library's `iconv`. A class, since the converter has state.
public final class LegacyDecoder {
    private let converter: iconv_t
    /// The bytes of an incomplete character.
    private var carried: [UInt8] = []

    /// Whether the C library can decode the charset. Some systems ship its converters in a separate package.
    public static func reads(_ charset: LegacyCharset) -> Bool { LegacyDecoder(charset) != nil }

    /// - Returns: Nil if the C library cannot decode it.
    init?(_ charset: LegacyCharset) {
        guard let converter = iconv_open("UTF-8", charset.name), converter != iconv_t(bitPattern: -1) else {
            return nil
        }
        self.converter = converter
    }

    deinit { iconv_close(converter) }

    /// - Parameter isLast: Whether no more bytes follow.
    /// - Returns: UTF-8, with U+FFFD in place of each invalid byte.
    func push(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var input = carried + bytes
        var output: [UInt8] = []
        var place = 0
        while place < input.count {
            let (read, error) = convert(&input, from: place, &output)
            place += read
            switch error {
            case 0, E2BIG: break
            // The rest is the beginning of a character.
            case EINVAL where !isLast:
                carried = Array(input[place...])
                return output
            default:
                output += [0xEF, 0xBF, 0xBD]
                place += 1
            }
        }
        carried = []
        return output
    }

    /// - Returns: The number of bytes read, and `errno`, or 0.
    private func convert(_ input: inout [UInt8], from place: Int, _ output: inout [UInt8]) -> (read: Int, error: Int32)
    {
        var chunk = [CChar](repeating: 0, count: 1 << 12)
        var (left, room) = (input.count - place, chunk.count)
        let before = left
        var error: Int32 = 0
        input.withUnsafeMutableBytes { bytes in
            chunk.withUnsafeMutableBufferPointer { space in
                var from = bytes.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self)
                var to = space.baseAddress
                let result = iconv(converter, &from, &left, &to, &room)
                error = result == -1 ? errno : 0
            }
        }
        output += chunk[..<(chunk.count - room)].lazy.map { UInt8(bitPattern: $0) }
        return (before - left, error)
    }
}
