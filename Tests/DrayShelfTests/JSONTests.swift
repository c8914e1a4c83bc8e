// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Testing

@testable import dray_shelf

/// What is written to standard output: one line to every reader, whatever a card says.
@Suite struct JSONTests {
    @Test func everyScalarIsReadAsItWasWritten() throws {
        let planes: [ClosedRange<UInt32>] = [0...0xD7FF, 0xE000...0x1_FFFF, 0xE_0000...0xE_0FFF]
        for plane in planes {
            for start in stride(from: plane.lowerBound, through: plane.upperBound, by: 512) {
                let scalars = (start...min(start + 511, plane.upperBound)).compactMap(Unicode.Scalar.init)
                let line = JSON.object([("text", .string(String(String.UnicodeScalarView(scalars))))]).text
                #expect(!line.unicodeScalars.contains { $0.isTextControl }, "from U+\(String(start, radix: 16))")
                let read = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
                #expect(read["text"]?.unicodeScalars.elementsEqual(scalars) == true)
            }
        }
    }
}
