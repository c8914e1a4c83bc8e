// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// Anything in any order: the compositor survives it, and nobody is told what is against the rules.
///
/// `DRAY_FUZZ_SEED` plays one run again, or begins with another; `DRAY_FUZZ_OPERATIONS` or `DRAY_FUZZ_SECONDS` make it
/// long.
@Suite(.serialized) struct FuzzTests {
    private static let operationsOfRun = 2000

    @Test func randomRequestsAndInputFollowTheRules() throws {
        let length = Length()
        var seed = length.seed
        var operations = 0
        var (drags, drops, finishes, deaths) = (0, 0, 0, 0)
        while !length.isReached(operations) {
            let run = try FuzzRun(seed: seed)
            for _ in 0..<Self.operationsOfRun where run.violations.isEmpty { run.step() }
            for violation in run.violations { Issue.record("DRAY_FUZZ_SEED=\(seed): \(violation)") }
            guard run.violations.isEmpty else { break }
            operations += run.operations
            drags += run.drags
            drops += run.totalDrops
            finishes += run.finishes
            deaths += run.deaths
            seed &+= 1
        }
        print(
            """
            fuzzing: \(operations) operations, seeds \(length.seed)..<\(seed): \(drags) drags, \(drops) drops, \
            \(finishes) finished, \(deaths) clients died
            """)
        // Not about nothing.
        #expect(drags > operations / 100)
        #expect(finishes > operations / 1000)
    }

    /// How long to run, and from where.
    private struct Length {
        let seed: UInt64
        private let operations: Int
        private let end: time_t?

        init() {
            func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
            seed = number("DRAY_FUZZ_SEED") ?? 1
            let seconds = number("DRAY_FUZZ_SECONDS")
            end = seconds.map { time(nil) + time_t($0) }
            operations = number("DRAY_FUZZ_OPERATIONS").map(Int.init) ?? (seconds == nil ? 20_000 : .max)
        }

        func isReached(_ done: Int) -> Bool {
            done >= operations || end.map { time(nil) >= $0 } ?? false
        }
    }
}
