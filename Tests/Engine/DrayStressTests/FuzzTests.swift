// SPDX-License-Identifier: MIT

import Testing

/// Random requests and input in any order: the compositor survives, and the events it sends follow the protocol.
///
/// `DRAY_FUZZ_SEED` sets the first seed, also to repeat a run; `DRAY_FUZZ_OPERATIONS` or `DRAY_FUZZ_SECONDS` sets the
/// length.
@Suite(.serialized) struct FuzzTests {
    private static let operationsOfRun = 2000

    @Test func randomRequestsAndInputFollowTheRules() throws {
        let length = FuzzLength(standardOperations: 20_000)
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
        // The run covered something.
        #expect(drags > operations / 100)
        #expect(finishes > operations / 1000)
    }
}
