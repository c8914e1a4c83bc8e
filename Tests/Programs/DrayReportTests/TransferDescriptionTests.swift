// SPDX-License-Identifier: MIT

import Testing

@testable import DrayReport

/// The description of transfers in reports: end, amount, duration and rate (HIG-24).
@Suite struct TransferDescriptionTests {
    private func sentence(
        _ state: String, fault: String? = nil, bytes: Int = 0, duration: UInt64 = 0
    ) -> String {
        TransferDescription(
            TraceEvent.Transfer(drag: 1, type: "a/b", state: state, fault: fault, bytes: bytes, duration: duration)
        ).sentence
    }

    @Test func sizeTimeAndRateAreDescribed() {
        #expect(sentence("complete", bytes: 17) == "Arrived, 17 B, in 0 ms")
        #expect(
            sentence("complete", bytes: 100_000_000, duration: 2_000_000) == "Arrived, 100.0 MB, in 2.00 s, 50.0 MB/s")
        #expect(
            sentence("given-up", bytes: 4096, duration: 1_000_000)
                == "The reader stopped reading, 4.1 kB, in 1.00 s, 4.1 kB/s")
    }

    @Test func eachFaultHasADescription() {
        let faults = ["not-asked", "source-gone", "wrote-nothing", "broke-off"]
        let sentences = faults.map { sentence("broken", fault: $0) }
        #expect(sentences.allSatisfy { $0.hasPrefix("Failed: ") } && Set(sentences).count == faults.count)
        #expect(sentence("broken", fault: "cancelled").hasPrefix("Cancelled"))
    }

    /// A trace of another version may contain unknown values.
    @Test func unknownWordsAreShownUnchanged() {
        #expect(sentence("teleported", fault: "magic") == "teleported, magic, 0 B, in 0 ms")
        #expect(sentence("unwatched", bytes: 9) == "Bypassed the engine, in 0 ms")
    }

    @Test func amountsHaveReadableUnits() {
        let amounts: [(Double, String)] = [
            (0, "0 B"), (999, "999 B"), (999.6, "1.0 kB"), (1_250_000, "1.3 MB"), (2e9, "2.0 GB"), (3e15, "3000.0 TB"),
        ]
        for (bytes, words) in amounts { #expect(TransferDescription.amount(bytes) == words) }
    }
}
