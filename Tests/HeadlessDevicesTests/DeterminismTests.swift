// SPDX-License-Identifier: MIT

import Testing

extension HeadlessDevicesTests {
    @Suite struct Determinism {
        @Test func twentyRunsOfEverythingAreTheSameToTheByte() throws {
            let first = try everything()
            #expect(first.utf8.count > 20_000)
            for _ in 1..<20 { #expect(try everything().utf8.elementsEqual(first.utf8)) }
        }

        private func everything() throws -> String {
            try Play.all().map { try $0.transcript() }.joined()
        }
    }
}
