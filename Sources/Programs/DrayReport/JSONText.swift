// SPDX-License-Identifier: MIT

import DrayCore
import FoundationEssentials

/// JSON text with sorted keys, so that two texts can be compared, and with escaped invisible scalars, so that every
/// reader agrees on the lines.
package enum JSONText {
    /// - Parameter isIndented: Whether the text is indented; otherwise, it is a single line without a terminator.
    /// - Throws: The encoder's error for a number that JSON cannot represent.
    package static func write(_ value: some Encodable, isIndented: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        return VisibleText.escaped(json: String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Encodes texts, finite numbers and arrays of them on one line, which cannot fail.
    package static func encode(_ value: some Encodable) -> String { (try? write(value)) ?? "" }
}
