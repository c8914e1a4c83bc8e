// SPDX-License-Identifier: MIT

import Testing

extension HeadlessDevicesTests {
    @Suite struct Determinism {
        // An unoptimised run of all plays takes 2 s. `make test-release` repeats them all.
        #if DEBUG
            private static let runs = 5
        #else
            private static let runs = 20
        #endif

        @Test func repeatedRunsAreIdentical() throws {
            let first = try everything()
            #expect(first.utf8.count > 20_000)
            for _ in 1..<Self.runs { #expect(try everything().utf8.elementsEqual(first.utf8)) }
        }

        private func everything() throws -> String {
            try Play.all().map { try $0.transcript() }.joined()
        }
    }
}
