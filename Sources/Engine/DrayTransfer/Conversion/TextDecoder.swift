// SPDX-License-Identifier: MIT

internal import DrayCore

/// Decodes bytes that arrive piece by piece into characters. The encoding is detected, see ``TextReading``. Invalid
/// bytes become U+FFFD.
struct TextDecoder {
    private let declared: TextEncoding?
    private let isPage: Bool
    private var state = State.undecided([])
    /// The bytes of an incomplete character at the end of the last piece.
    private var carried: [UInt8] = []
    private var isAtStart = true

    private enum State {
        /// The beginning, while it is too short to detect the encoding. Leads to all others.
        case undecided([UInt8])
        /// Leads to `utf8` or `windows1252` at the first byte that is not ASCII.
        case ascii
        case utf8
        case windows1252
        case utf16(isBigEndian: Bool)
        case legacy(LegacyDecoder)
        /// This machine cannot decode the charset.
        case unreadable
    }

    init(_ form: TextForm) {
        declared = form.declaredEncoding
        isPage = if case .html = form { true } else { false }
    }

    /// Whether this machine can decode the charset. If not, there is no output.
    var isReadable: Bool { if case .unreadable = state { false } else { true } }

    /// - Parameter isLast: Whether no more bytes follow.
    mutating func push(_ bytes: some Sequence<UInt8>, isLast: Bool) -> [Unicode.Scalar] {
        var input = carried + bytes
        carried = []
        if case .undecided(let before) = state {
            let head = before + input
            guard head.count >= TextReading.headSize || isLast else {
                state = .undecided(head)
                return []
            }
            state = .undecided([])
            decide(Array(head.prefix(TextReading.headSize)))
            input = head
        }
        var scalars = read(input, isLast: isLast)
        if isAtStart, let first = scalars.first {
            isAtStart = false
            if first == "\u{FEFF}" { scalars.removeFirst() }
        }
        return scalars
    }

    private mutating func decide(_ head: [UInt8]) {
        switch TextReading(head: head, declared: declared, isPage: isPage) {
        case .utf8: state = .utf8
        case .utf8OrWindows1252: state = .ascii
        case .windows1252: state = .windows1252
        case .utf16LittleEndian: state = .utf16(isBigEndian: false)
        case .utf16BigEndian: state = .utf16(isBigEndian: true)
        case .legacy(let charset): state = LegacyDecoder(charset).map { .legacy($0) } ?? .unreadable
        }
    }

    private mutating func read(_ input: [UInt8], isLast: Bool) -> [Unicode.Scalar] {
        switch state {
        case .undecided, .unreadable: return []
        case .ascii: return ascii(input, isLast: isLast)
        case .utf8: return utf8(input, isLast: isLast)
        case .windows1252: return input.map(Self.windows1252)
        case .utf16(let isBigEndian): return utf16(input, isBigEndian: isBigEndian, isLast: isLast)
        case .legacy(let decoder):
            return Array(String(decoding: decoder.push(input, isLast: isLast), as: UTF8.self).unicodeScalars)
        }
    }

    /// The first character that is not ASCII determines the encoding, wherever it occurs.
    private mutating func ascii(_ input: [UInt8], isLast: Bool) -> [Unicode.Scalar] {
        // Most text is entirely UTF-8, which the standard library decodes fastest.
        if let text = String(validating: input, as: UTF8.self) {
            let scalars = Array(text.unicodeScalars)
            if scalars.count < input.count { state = .utf8 }
            return scalars
        }
        guard let place = input.firstIndex(where: { $0 >= 0x80 }) else { return input.map { Unicode.Scalar($0) } }
        let before = input[..<place].map { Unicode.Scalar($0) }
        let rest = Array(input[place...])
        let character = rest.prefix(Self.length(of: rest[0]))
        let isWhole = character.count == Self.length(of: rest[0])
        guard isWhole || isLast || !character.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else {
            carried = rest
            return before
        }
        state = String(validating: character, as: UTF8.self) == nil ? .windows1252 : .utf8
        return before + read(rest, isLast: isLast)
    }

    /// Returns the length of the UTF-8 character that begins with this byte; 1 also for an invalid first byte.
    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private mutating func utf8(_ input: [UInt8], isLast: Bool) -> [Unicode.Scalar] {
        var end = input.count
        if !isLast {
            // A character has at most four bytes.
            for back in 1...3 where back <= input.count {
                let byte = input[input.count - back]
                guard byte & 0xC0 != 0x80 else { continue }
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
                if length > back { end = input.count - back }
                break
            }
        }
        carried = Array(input[end...])
        return Array(String(decoding: input[..<end], as: UTF8.self).unicodeScalars)
    }

    private mutating func utf16(_ input: [UInt8], isBigEndian: Bool, isLast: Bool) -> [Unicode.Scalar] {
        var units: [UInt16] = []
        units.reserveCapacity(input.count / 2)
        var index = 0
        while index + 1 < input.count {
            let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        if !isLast {
            if let last = units.last, UTF16.isLeadSurrogate(last) {
                units.removeLast()
                index -= 2
            }
            carried = Array(input[index...])
        }
        return Array(String(decoding: units, as: UTF16.self).unicodeScalars)
    }

    /// The characters of windows-1252 from 0x80 to 0x9F; five of these bytes are undefined.
    private static let upperControls: [Unicode.Scalar] = [
        "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
        "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
