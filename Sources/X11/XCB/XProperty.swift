// SPDX-License-Identifier: MIT

/// The new value of a property.
public enum XPropertyValue: Equatable, Sendable {
    case bytes(XAtom, [UInt8])
    case words(XAtom, [UInt32])

    public static func atoms(_ atoms: [XAtom]) -> XPropertyValue { .words(.atom, atoms.map(\.rawValue)) }
    public static func windows(_ windows: [XWindow]) -> XPropertyValue { .words(.window, windows.map(\.rawValue)) }
}

/// A piece of a property. It is set by another client, so its format must not be relied upon.
public struct XProperty: Equatable, Sendable {
    public var type: XAtom
    /// Bits per item: 8, 16 or 32.
    public var format: Int
    public var bytes: [UInt8]
    /// The number of bytes after this piece.
    public var rest: Int

    public init(type: XAtom, format: Int, bytes: [UInt8], rest: Int = 0) {
        self.type = type
        self.format = format
        self.bytes = bytes
        self.rest = rest
    }

    /// The items of a 32-bit property; empty for other formats.
    public var words: [UInt32] {
        guard format == 32 else { return [] }
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }

    public var atoms: [XAtom] { words.map(XAtom.init) }
    public var windows: [XWindow] { words.map(XWindow.init) }
    /// The bytes as UTF-8, with invalid sequences replaced.
    public var utf8: String { format == 8 ? String(decoding: bytes, as: UTF8.self) : "" }
    /// The bytes as Latin-1, the encoding of `STRING`.
    public var latin1: String {
        guard format == 8 else { return "" }
        var text = ""
        text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return text
    }
}
