// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

/// Text of one form made into that of another, piece by piece. It keeps no more than what it cannot write yet (HIG-25).
/// A page of HTML stays one, in another encoding: its text is made by ``ConversionProgram``.
public struct TextConversion {
    private var decoder: TextDecoder
    private var middle: Middle
    private var encoder: TextEncoder

    private enum Middle {
        case same
        case list(UriLines)
    }

    /// - Parameter host: the name of this machine, by which URIs of its files may call it.
    public init(from input: TextForm, to output: TextForm, host: String = Self.hostName) {
        decoder = TextDecoder(input)
        encoder = TextEncoder(output.writtenEncoding, hasMark: output == .plain(.utf16))
        switch input {
        case .plain, .html: middle = .same
        case .uriList, .mozillaLinks, .netscapeLinks, .gnomeFiles:
            middle = .list(UriLines(from: input, to: output, host: host))
        }
    }

    /// False if this machine does not read the charset of the input: then what was written is not the text.
    public var isReadable: Bool { decoder.isReadable }

    /// - Parameter isLast: nothing comes after these.
    /// - Returns: what can be written by now.
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

    /// The name of this machine; empty if it has none.
    public static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension [Unicode.Scalar] {
    /// Some programs end their text with a zero byte, as in C.
    fileprivate var withoutZeroes: [Unicode.Scalar] { contains("\0") ? filter { $0 != "\0" } : self }
}
