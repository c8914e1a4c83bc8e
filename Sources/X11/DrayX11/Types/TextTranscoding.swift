// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer

/// Converts a text piece by piece, so that it is never in memory as a whole.
public struct TextTranscoding {
    public enum Kind: Equatable, Sendable {
        /// The bytes are not changed.
        case none
        /// From ISO 8859-1, which `STRING` is (ICCCM 2.7.1).
        case latin1ToUTF8
        /// A character that ISO 8859-1 does not have becomes `?`.
        case utf8ToLatin1
        /// From `text/x-moz-url` or `_NETSCAPE_URL`, alternating lines with address and title, to `text/uri-list`.
        case addresses
    }

    private var conversion: TextConversion?

    public init(_ kind: Kind) {
        conversion =
            switch kind {
            case .none: nil
            case .latin1ToUTF8: TextConversion(from: .plain(.latin1), to: .plain(.utf8))
            case .utf8ToLatin1: TextConversion(from: .plain(.utf8), to: .plain(.latin1))
            case .addresses: TextConversion(from: .mozillaLinks, to: .uriList)
            }
    }

    /// Returns the conversion of these bytes, as far as it is complete.
    public mutating func convert(_ bytes: [UInt8]) -> [UInt8] { conversion?.push(bytes, isLast: false) ?? bytes }

    /// Returns the rest of the conversion, since no bytes follow.
    public mutating func finish() -> [UInt8] { conversion?.push([], isLast: true) ?? [] }
}
