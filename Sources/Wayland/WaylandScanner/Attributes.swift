// SPDX-License-Identifier: MIT

/// The attributes of one XML element, with errors that contain the position.
struct Attributes {
    let values: [String: String]
    let element: String
    let file: String
    let line: Int

    func optional(_ name: String) -> String? { values[name] }

    func required(_ name: String) throws(ScannerError) -> String {
        guard let value = values[name], !value.isEmpty else {
            throw error("<\(element)> lacks the attribute \"\(name)\"")
        }
        return value
    }

    /// An attribute that is a name in the protocol, from which a Swift identifier can be derived.
    func name(_ attribute: String = "name") throws(ScannerError) -> String {
        let value = try required(attribute)
        let isPlain = value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain, value.contains(where: { $0 != "_" }) else {
            throw error("\(attribute)=\"\(value)\" is not a name of letters, digits and underscores")
        }
        return value
    }

    func flag(_ name: String) throws(ScannerError) -> Bool {
        switch values[name] {
        case nil, "false": return false
        case "true": return true
        case .some(let other): throw error("\(name) is \"true\" or \"false\", not \"\(other)\"")
        }
    }

    /// An unsigned 32-bit number, decimal or hexadecimal with `0x`.
    func unsigned(_ name: String) throws(ScannerError) -> UInt32 {
        let text = try required(name)
        // Swift would accept "+5" and "0x-5".
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.contains("+"), !digits.contains("-") else {
            throw error("\(name)=\"\(text)\" is not a 32-bit number")
        }
        let number =
            text.hasPrefix("0x")
            ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text) ?? Int32(text).map { UInt32(bitPattern: $0) }
        guard let number else { throw error("\(name)=\"\(text)\" is not a 32-bit number") }
        return number
    }

    /// A version, at least 1.
    func version(_ name: String) throws(ScannerError) -> UInt32 {
        let number = try unsigned(name)
        guard number > 0 else { throw error("\(name)=\"0\": versions count from 1") }
        return number
    }

    func error(_ reason: String) -> ScannerError {
        ScannerError(file: file, line: line, reason: reason)
    }
}
