// SPDX-License-Identifier: MIT

import DrayCore
import FoundationEssentials

/// Values as JSON: keys sorted, so that two texts can be compared, and hidden scalars escaped, so that each line is one
/// line to every reader.
package enum JSONText {
    /// - Parameter isIndented: whether each member has a line of its own; otherwise the text is one line without its end.
    /// - Throws: the encoder's error, for a number that is none.
    package static func write(_ value: some Encodable, isIndented: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        return VisibleText.escaped(json: String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Texts, numbers that are numbers, and lists of them, in one line: writing these cannot fail.
    package static func encode(_ value: some Encodable) -> String { (try? write(value)) ?? "" }

    package static func decode<Value: Decodable>(_ text: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
