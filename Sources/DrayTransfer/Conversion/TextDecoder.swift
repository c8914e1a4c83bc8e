// SPDX-License-Identifier: MIT

internal import DrayCore

/// Reads characters out of bytes that come piece by piece. What is no text becomes U+FFFD; nothing ever fails.
struct TextDecoder {
    private let encoding: TextEncoding
    /// Bytes at the end of the last piece that are the beginning of something.
    private var carried: [UInt8] = []
    private var order = ByteOrder.unknown
    private var isAtStart = true

    private enum ByteOrder { case unknown, little, big }

    init(_ encoding: TextEncoding) {
        self.encoding = encoding
    }

    /// - Parameter isLast: nothing comes after these.
    mutating func push(_ bytes: some Sequence<UInt8>, isLast: Bool) -> [Unicode.Scalar] {
        let input = carried + bytes
        carried = []
        var scalars: [Unicode.Scalar]
        switch encoding {
        case .utf8, .ascii: scalars = utf8(input, isLast: isLast)
        case .latin1: scalars = input.map { Unicode.Scalar($0) }
        case .utf16: scalars = utf16(input, isLast: isLast)
        }
        // Some end their text with a zero byte, as in C.
        scalars.removeAll { $0 == "\0" }
        if isAtStart, let first = scalars.first {
            isAtStart = false
            if first == "\u{FEFF}" { scalars.removeFirst() }
        }
        return scalars
    }

    private mutating func utf8(_ input: [UInt8], isLast: Bool) -> [Unicode.Scalar] {
        var end = input.count
        if !isLast {
            // A character that is not complete is of four bytes at most.
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

    private mutating func utf16(_ input: [UInt8], isLast: Bool) -> [Unicode.Scalar] {
        var start = 0
        if order == .unknown, input.count >= 2 {
            switch (input[0], input[1]) {
            case (0xFE, 0xFF): (order, start) = (.big, 2)
            case (0xFF, 0xFE): (order, start) = (.little, 2)
            case (_, _): order = .little
            }
        }
        var units: [UInt16] = []
        units.reserveCapacity(input.count / 2)
        var index = start
        while index + 1 < input.count {
            let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
            units.append(order == .big ? first << 8 | second : second << 8 | first)
            index += 2
        }
        if !isLast {
            if let last = units.last, UTF16.isLeadSurrogate(last) {
                units.removeLast()
                index -= 2
            }
            carried = Array(input[max(index, 0)...])
        }
        return Array(String(decoding: units, as: UTF16.self).unicodeScalars)
    }
}
