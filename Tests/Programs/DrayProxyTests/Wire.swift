// SPDX-License-Identifier: MIT

/// An argument of a message in wire format.
enum Argument {
    case number(UInt32)
    case text(String)

    var bytes: [UInt8] {
        switch self {
        case .number(let number): withUnsafeBytes(of: number) { Array($0) }
        case .text(let text):
            Argument.number(UInt32(text.utf8.count + 1)).bytes + Array(text.utf8)
                + Array(repeating: 0, count: 4 - text.utf8.count % 4)
        }
    }
}

extension Argument: ExpressibleByIntegerLiteral {
    init(integerLiteral value: UInt32) { self = .number(value) }
}

extension Argument: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .text(value) }
}

/// A complete message.
func message(_ object: UInt32, _ opcode: UInt32, _ arguments: Argument...) -> [UInt8] {
    let body = arguments.flatMap(\.bytes)
    return Argument.number(object).bytes + Argument.number(UInt32(body.count + 8) << 16 | opcode).bytes + body
}

/// Splits bytes into complete messages.
func messages(_ bytes: [UInt8]) -> [[UInt8]] {
    var rest = bytes[...]
    var found: [[UInt8]] = []
    while rest.count >= 8 {
        let start = rest.startIndex
        let size = Int(rest[start + 6]) | Int(rest[start + 7]) << 8
        found.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(max(size, 8))
    }
    return found
}
