// SPDX-License-Identifier: MIT

/// Says in a sentence what came of a transfer: how it ended, how much came, how long it took, how fast that was.
struct TransferWords {
    private let transfer: TraceEvent.Transfer

    init(_ transfer: TraceEvent.Transfer) {
        self.transfer = transfer
    }

    var sentence: String {
        [outcome, size, "in \(TimeText.duration(transfer.duration))", rate].compactMap { $0 }.joined(separator: ", ")
    }

    private var outcome: String {
        switch (transfer.state, transfer.fault) {
        case ("complete", _): "Arrived"
        case ("given-up", _): "The reader wanted no more"
        case ("unwatched", _): "Went by the engine"
        case ("broken", "not-asked"): "Failed: there was nobody to ask"
        case ("broken", "source-gone"): "Failed: the source has gone"
        case ("broken", "wrote-nothing"): "Failed: the source wrote nothing"
        case ("broken", "broke-off"): "Failed: the source broke off"
        case ("broken", "cancelled"): "Broken off"
        case ("stalled", _): "Has stalled"
        case ("asked", _), ("flowing", _): "Is still under way"
        case (let state, let fault): [state, fault].compactMap { $0 }.joined(separator: ", ")
        }
    }

    private var size: String? { transfer.state == "unwatched" ? nil : Self.amount(Double(transfer.bytes)) }

    /// What took no time has no rate.
    private var rate: String? {
        guard transfer.duration > 0, transfer.bytes > 0 else { return nil }
        return Self.amount(Double(transfer.bytes) * 1e6 / Double(transfer.duration)) + "/s"
    }

    /// Bytes as people read them: `17 B`, `4.2 kB`, `1.0 GB`.
    static func amount(_ bytes: Double) -> String {
        var amount = bytes
        for unit in ["B", "kB", "MB", "GB"] {
            if amount < 999.5 { return unit == "B" ? "\(Int(amount.rounded())) B" : "\(tenths(amount)) \(unit)" }
            amount /= 1000
        }
        return "\(tenths(amount)) TB"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
