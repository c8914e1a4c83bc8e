// SPDX-License-Identifier: MIT

/// Describes the outcome of a transfer in one sentence: its end, the amount, the duration and the rate.
struct TransferDescription {
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
        case ("given-up", _): "The reader stopped reading"
        case ("unwatched", _): "Bypassed the engine"
        case ("broken", "not-asked"): "Failed: there was no source"
        case ("broken", "source-gone"): "Failed: the source was destroyed"
        case ("broken", "wrote-nothing"): "Failed: the source wrote nothing"
        case ("broken", "broke-off"): "Failed: the source stopped early"
        case ("broken", "cancelled"): "Cancelled"
        case ("stalled", _): "Stalled"
        case ("asked", _), ("flowing", _): "Still in progress"
        case (let state, let fault): [state, fault].compactMap { $0 }.joined(separator: ", ")
        }
    }

    private var size: String? { transfer.state == "unwatched" ? nil : Self.amount(Double(transfer.bytes)) }

    /// The rate; nil for a transfer without a duration.
    private var rate: String? {
        guard transfer.duration > 0, transfer.bytes > 0 else { return nil }
        return Self.amount(Double(transfer.bytes) * 1e6 / Double(transfer.duration)) + "/s"
    }

    /// A number of bytes for display: `17 B`, `4.2 kB`, `1.0 GB`.
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
