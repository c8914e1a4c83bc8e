// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

/// Converts text from one form to another piece by piece, and buffers only incomplete characters and lines (HIG-25). A
/// page of HTML remains HTML, in another encoding; ``ConversionProgram`` extracts its text.
public struct TextConversion {
    private var decoder: TextDecoder
    private var middle: Middle
    private var encoder: TextEncoder

    private enum Middle {
        case same
        case list(UriLines)
    }

    /// - Parameter host: The host name that `file:` URIs of this machine may contain.
    public init(from input: TextForm, to output: TextForm, host: String = Self.hostName) {
        decoder = TextDecoder(input)
        encoder = TextEncoder(output.writtenEncoding, hasMark: output == .plain(.utf16))
        switch input {
        case .plain, .html: middle = .same
        case .uriList, .mozillaLinks, .netscapeLinks, .gnomeFiles:
            middle = .list(UriLines(from: input, to: output, host: host))
        }
    }

    /// Whether this machine can decode the charset of the input. If not, the output is not the text.
    public var isReadable: Bool { decoder.isReadable }

    /// - Parameter isLast: Whether no more bytes follow.
    /// - Returns: The output that is complete so far.
    public mutating func push(_ bytes: some Sequence<UInt8>, isLast: Bool) -> [UInt8] {
        let scalars = decoder.push(bytes, isLast: isLast)
        switch middle {
        case .same: return encoder.push(scalars.withoutZeroes)
        case .list(var list):
            middle = .same
            defer { middle = .list(list) }
            return encoder.push(list.push(scalars, isLast: isLast))
        }
    }

    /// The host name; empty if there is none.
    public static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension [Unicode.Scalar] {
    /// Some programs terminate their text with a zero byte, as in C.
    fileprivate var withoutZeroes: [Unicode.Scalar] { contains("\0") ? filter { $0 != "\0" } : self }
}
