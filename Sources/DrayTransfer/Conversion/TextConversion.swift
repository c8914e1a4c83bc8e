// SPDX-License-Identifier: MIT

public import DrayCore

/// Text of one form made into that of another, piece by piece: a value that keeps no more than what it cannot write yet
/// (HIG-25). A page of HTML stays one, in another encoding: its text is made by ``ConversionProgram``.
public struct TextConversion {
    private var decoder: TextDecoder
    private var middle: Middle
    private var encoder: TextEncoder

    private enum Middle {
        case same
        case list(UriLines)
    }

    public init(from input: TextForm, to output: TextForm) {
        decoder = TextDecoder(input.encoding)
        encoder = TextEncoder(output.encoding, hasMark: output == .plain(.utf16))
        switch input {
        case .plain, .html: middle = .same
        case .uriList, .mozillaLinks, .netscapeLinks, .gnomeFiles: middle = .list(UriLines(from: input, to: output))
        }
    }

    /// - Parameter isLast: nothing comes after these.
    /// - Returns: what can be written by now.
    public mutating func push(_ bytes: some Sequence<UInt8>, isLast: Bool) -> [UInt8] {
        let scalars = decoder.push(bytes, isLast: isLast)
        switch middle {
        case .same: return encoder.push(scalars)
        case .list(var list):
            middle = .same
            defer { middle = .list(list) }
            return encoder.push(list.push(scalars, isLast: isLast))
        }
    }
}
