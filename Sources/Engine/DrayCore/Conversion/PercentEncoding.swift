// SPDX-License-Identifier: MIT

/// Percent-encoding of URIs (RFC 3986, 2.1). All decoding of the engine is here; `dray-access` implements the same
/// rules in C.
public enum PercentEncoding {
    /// Returns the decoded text.
    ///
    /// - Returns: Nil unless each `%` is followed by two hexadecimal digits, the result is valid UTF-8, and every
    ///   scalar is safe on a line. In that case the caller shows the encoded text: an escape must not become a line
    ///   end, a terminal control, or another name.
    public static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(value(ofDigit:)), let low = rest.next().flatMap(value(ofDigit:)) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), LineText.isSafe(decoded) else { return nil }
        return decoded
    }

    /// Returns a URI with an escape in place of each scalar that is unsafe on a line. Valid URIs contain none of them
    /// (RFC 3986), so the meaning is unchanged.
    public static func escapingUnsafe(_ uri: some StringProtocol) -> String {
        guard !LineText.isSafe(uri) else { return String(uri) }
        var text = ""
        for scalar in uri.unicodeScalars {
            if LineText.isSafe(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { text += escape(byte) }
            }
        }
        return text
    }

    /// Returns a path in the encoding of URIs.
    public static func encoded(path: String) -> String {
        var text = ""
        for byte in path.utf8 { text += isPlain(byte) ? String(Unicode.Scalar(byte)) : escape(byte) }
        return text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"): true
        default: false
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 0x10 ? "%0" + digits : "%" + digits
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
