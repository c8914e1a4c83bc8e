// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import dray_shelf

/// Standard output: every object is one line, whatever a card contains.
@Suite struct ReportTests {
    @Test func everyScalarIsReadAsItWasWritten() throws {
        let planes: [ClosedRange<UInt32>] = [0...0xD7FF, 0xE000...0x1_FFFF]
        for plane in planes {
            for start in stride(from: plane.lowerBound, through: plane.upperBound, by: 512) {
                let scalars = (start...min(start + 511, plane.upperBound)).compactMap(Unicode.Scalar.init)
                let line = [String(String.UnicodeScalarView(scalars))].json
                #expect(!line.contains { $0.isNewline }, "from U+\(String(start, radix: 16))")
                let read = try JSONDecoder().decode([String].self, from: Data(line.utf8))
                #expect(read.first?.unicodeScalars.elementsEqual(scalars) == true)
            }
        }
    }

    @Test func valuesHaveTheSpellingOfJSON() {
        #expect([nil, "a\"\\", "\u{1}\n"].json == #"[null, "a\"\\", "\u0001\n"]"#)
        #expect(true.json == "true" && (-3).json == "-3" && 2.6.json == "3")
        #expect(Rectangle(x: 1, y: 2, width: 3, height: 4).json == "[1, 2, 3, 4]")
    }
}
