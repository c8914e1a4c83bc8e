// SPDX-License-Identifier: MIT

import Glibc

/// The seed and the length of a fuzzer's run: `DRAY_FUZZ_SEED`, and `DRAY_FUZZ_OPERATIONS` or `DRAY_FUZZ_SECONDS`.
struct FuzzLength {
    let seed: UInt64
    private let operations: Int
    private let end: time_t?

    init(standardOperations: Int) {
        func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        seed = number("DRAY_FUZZ_SEED") ?? 1
        let seconds = number("DRAY_FUZZ_SECONDS")
        end = seconds.map { time(nil) + time_t($0) }
        operations =
            number("DRAY_FUZZ_OPERATIONS").map { Int(clamping: $0) } ?? (seconds == nil ? standardOperations : .max)
    }

    func isReached(_ done: Int) -> Bool {
        done >= operations || end.map { time(nil) >= $0 } ?? false
    }
}
