// SPDX-License-Identifier: MIT

/// Leaves time between what is said, since a screen reader breaks off or leaves out what comes too soon (HIG-33): of what comes
/// meanwhile the newest is said.
struct SpeechPause {
    private var last: UInt64?
    private var waiting: String?

    /// From one to the next at least, in microseconds.
    static let length: UInt64 = 170_000

    /// When to look next, on the monotonic clock in microseconds; nil while nothing waits.
    var deadline: UInt64? { waiting == nil ? nil : last.map { $0 + Self.length } }

    /// - Returns: what is to be said now; nil if it waits.
    mutating func say(_ words: String, at time: UInt64) -> String? {
        waiting = words
        return look(at: time)
    }

    /// - Returns: what was waiting, if it is time.
    mutating func look(at time: UInt64) -> String? {
        if let last, time < last + Self.length { return nil }
        guard let words = waiting else { return nil }
        waiting = nil
        last = time
        return words
    }
}
