// SPDX-License-Identifier: MIT

/// A file that a source promises as bytes with a name: `application/octet-stream;name="photo.png"`. Chromium and
/// programs based on it offer images and files of a page in this way.
public struct PromisedFile: Hashable, Sendable {
    /// The name from the source. It is untrusted: see ``fileName``.
    public let name: String

    /// - Returns: Nil for a type that promises no file.
    public init?(_ type: MimeType) {
        let name = "application/octet-stream", text = type.rawValue.utf8
        // Called for every type when a drag begins; nearly all types differ in length.
        guard text.count > name.utf8.count, text.prefix(name.utf8.count).lazy.map(Self.small).elementsEqual(name.utf8)
        else {
            return nil
        }
        var best: String?
        for (key, value) in Self.parameters(Array(text.dropFirst(name.utf8.count))) {
            switch key {
            // The form with a charset takes precedence (RFC 2231).
            case "name*", "filename*":
                guard let decoded = Self.extended(value) else { continue }
                self.name = decoded
                return
            case "name", "filename": best = best ?? value
            default: break
            }
        }
        guard let best, !best.isEmpty else { return nil }
        self.name = best
    }

    /// The format that the extension of the name implies.
    public var format: FileFormat? {
        fileName.flatMap { Self.fileExtension(of: $0) }.flatMap { FileFormat(fileExtension: $0) }
    }

    /// A file name without a path that is neither hidden nor that of a launcher. Nil if nothing is left.
    public var fileName: String? {
        // Windows programs may send full paths.
        let last = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map { String($0) } ?? ""
        let plain = String(
            String.UnicodeScalarView(
                last.unicodeScalars.filter { LineText.isSafe($0) && $0.properties.generalCategory != .format }))
        var words = LineText.title(plain) ?? ""
        while let first = words.unicodeScalars.first, first == "." || first == "-" || first == "~" || first == " " {
            words.unicodeScalars.removeFirst()
        }
        // Other systems strip trailing dots and blanks.
        while let last = words.unicodeScalars.last, last == "." || last == " " { words.unicodeScalars.removeLast() }
        guard !words.isEmpty else { return nil }
        let ending = Self.fileExtension(of: words) ?? ""
        if ["desktop", "kdelnk", "directory"].contains(ending.lowercased()) {
            return Self.shortened(words, keeping: ".txt")
        }
        let kept = ending.utf8.count <= Self.longestExtension && !ending.isEmpty ? "." + ending : ""
        return Self.shortened(String(words.unicodeScalars.dropLast(kept.unicodeScalars.count)), keeping: kept)
    }

    /// The maximum length in bytes; file systems permit 255.
    private static let longestName = 200
    private static let longestExtension = 16

    private static func shortened(_ stem: String, keeping ending: String) -> String {
        var stem = stem
        while stem.utf8.count + ending.utf8.count > longestName { stem.removeLast() }
        return stem + ending
    }

    /// Returns the part after the last dot, if there is a part before it.
    private static func fileExtension(of name: String) -> String? {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex else { return nil }
        return String(scalars[scalars.index(after: dot)...])
    }

    // MARK: Parameters (RFC 2045, 5.1)

    /// Parses parameters. Keys are in lower case. In quotes, a backslash escapes the next character.
    private static func parameters(_ text: [UInt8]) -> [(key: String, value: String)] {
        var list: [(String, String)] = []
        var place = 0
        func skipBlanks() { while place < text.count, text[place] == 0x20 || text[place] == 0x09 { place += 1 } }
        while place < text.count {
            skipBlanks()
            guard place < text.count, text[place] == UInt8(ascii: ";") else { return list }
            place += 1
            skipBlanks()
            let start = place
            while place < text.count, text[place] != UInt8(ascii: "="), text[place] != UInt8(ascii: ";") { place += 1 }
            let key = String(decoding: text[start..<place].map(small), as: UTF8.self).trimmingBlanks
            guard place < text.count, text[place] == UInt8(ascii: "=") else { continue }
            place += 1
            skipBlanks()
            var value: [UInt8] = []
            if place < text.count, text[place] == UInt8(ascii: "\"") {
                place += 1
                while place < text.count, text[place] != UInt8(ascii: "\"") {
                    if text[place] == UInt8(ascii: "\\"), place + 1 < text.count { place += 1 }
                    value.append(text[place])
                    place += 1
                }
                place += 1
            } else {
                while place < text.count, text[place] != UInt8(ascii: ";") {
                    value.append(text[place])
                    place += 1
                }
            }
            list.append((key, String(decoding: value, as: UTF8.self).trimmingBlanks))
        }
        return list
    }

    /// Decodes a value such as `UTF-8'en'na%C3%AFve.png`; nil for other charsets.
    private static func extended(_ value: String) -> String? {
        let parts = value.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3,
            TextEncoding(label: Substring(parts[0])) == .utf8 || TextEncoding(label: Substring(parts[0])) == .ascii,
            let name = PercentEncoding.decoded(Substring(parts[2])), !name.isEmpty
        else { return nil }
        return name
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
