// SPDX-License-Identifier: MIT

// The scan of a page's beginning, as in "prescan a byte stream to determine its encoding" of the HTML Standard:
//
//   input                           action
//   ------------------------------  ----------------------------------------------------------------
//   <?xml … encoding="…" (start)    returns the encoding
//   <!-- … -->                      skips the comment
//   <meta                           parses the attributes, and returns the declared charset
//   < or </ and a letter            parses the attributes, so that a `>` in a value does not end the tag
//   <!, </, <?                      skips to the next >
//   anything else                   continues

/// The charset that a page declares in its beginning.
enum PageDeclaration {
    /// Returns the label in lower case; nil if there is none.
    static func charset(in head: [UInt8]) -> String? {
        var scanner = Scanner(head.map(small))
        if let label = scanner.xmlEncoding() { return label }
        while let byte = scanner.peek {
            guard byte == UInt8(ascii: "<") else {
                scanner.place += 1
                continue
            }
            if scanner.takes("<!--") {
                // `<!-->` is a complete comment.
                scanner.place -= 2
                scanner.skip(past: "-->")
            } else if scanner.takes("<meta"), let next = scanner.peek, isBlank(next) || next == UInt8(ascii: "/") {
                if let label = declaration(&scanner) { return label }
            } else {
                scanner.skipTag()
            }
        }
        return nil
    }

    /// Returns the charset that the attributes of a `meta` declare.
    private static func declaration(_ scanner: inout Scanner) -> String? {
        var (charset, content, isContentType): (String?, String?, Bool) = (nil, nil, false)
        var seen: Set<String> = []
        while let (name, value) = scanner.attribute() {
            guard seen.insert(name).inserted else { continue }
            switch name {
            case "charset": charset = value
            case "content": content = value
            case "http-equiv": isContentType = value == "content-type"
            default: break
            }
        }
        return charset ?? (isContentType ? content.flatMap(charset(inContent:)) : nil)
    }

    /// Returns the charset of `text/html; charset=utf-8`.
    private static func charset(inContent content: String) -> String? {
        var scanner = Scanner(Array(content.utf8))
        while scanner.skip(past: "charset") {
            scanner.skipBlanks()
            guard scanner.takes("=") else { continue }
            scanner.skipBlanks()
            let label = scanner.value(endsAt: { isBlank($0) || $0 == UInt8(ascii: ";") })
            return label.isEmpty ? nil : label
        }
        return nil
    }

    private struct Scanner {
        private let bytes: [UInt8]
        var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

        mutating func takes(_ word: String) -> Bool {
            guard bytes[place...].starts(with: word.utf8) else { return false }
            place += word.utf8.count
            return true
        }

        mutating func skipBlanks() {
            while let byte = peek, isBlank(byte) { place += 1 }
        }

        /// - Returns: False at the end of the input.
        @discardableResult mutating func skip(past word: String) -> Bool {
            while peek != nil {
                if takes(word) { return true }
                place += 1
            }
            return false
        }

        /// Returns the encoding of an XML declaration at the start.
        mutating func xmlEncoding() -> String? {
            guard bytes.starts(with: "<?xml".utf8) else { return nil }
            guard let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            var inside = Scanner(Array(bytes[..<end]))
            guard inside.skip(past: "encoding") else { return nil }
            inside.skipBlanks()
            guard inside.takes("=") else { return nil }
            inside.skipBlanks()
            guard let quote = inside.peek, isQuote(quote) else { return nil }
            let label = inside.value(endsAt: isBlank)
            return label.isEmpty ? nil : label
        }

        /// Skips a tag, or input that resembles one.
        mutating func skipTag() {
            place += 1
            if peek == UInt8(ascii: "/") { place += 1 }
            guard let byte = peek else { return }
            if isLetter(byte) {
                while let byte = peek, !isBlank(byte), byte != UInt8(ascii: ">") { place += 1 }
                while attribute() != nil {}
            } else if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") || bytes[place - 1] == UInt8(ascii: "/") {
                skip(past: ">")
            }
        }

        /// Returns the next attribute of a tag; nil after its end.
        mutating func attribute() -> (name: String, value: String)? {
            while let byte = peek, isBlank(byte) || byte == UInt8(ascii: "/") { place += 1 }
            guard let first = peek else { return nil }
            if first == UInt8(ascii: ">") {
                place += 1
                return nil
            }
            let start = place
            // A leading equals sign belongs to the name.
            place += 1
            while let byte = peek, !isBlank(byte), byte != UInt8(ascii: "="), byte != UInt8(ascii: "/"),
                byte != UInt8(ascii: ">")
            {
                place += 1
            }
            let name = String(decoding: bytes[start..<place], as: UTF8.self)
            skipBlanks()
            guard takes("=") else { return (name, "") }
            skipBlanks()
            return (name, value(endsAt: { isBlank($0) || $0 == UInt8(ascii: ">") }))
        }

        /// Returns a quoted value, or an unquoted one up to a byte that ends it.
        mutating func value(endsAt isEnd: (UInt8) -> Bool) -> String {
            let start: Int
            let end: Int
            if let quote = peek, isQuote(quote) {
                start = place + 1
                // An unterminated value is empty.
                end = bytes[start...].firstIndex(of: quote) ?? start
                place = bytes[start...].contains(quote) ? end + 1 : bytes.count
            } else {
                start = place
                while let byte = peek, !isEnd(byte) { place += 1 }
                end = place
            }
            return String(decoding: bytes[start..<end], as: UTF8.self).trimmingBlanks
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
