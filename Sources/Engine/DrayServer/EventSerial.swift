// SPDX-License-Identifier: MIT

/// A serial of the display, which identifies an event.
public struct EventSerial: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Returns whether the event came before the other's. Serials wrap: less than half of the range behind counts as
    /// older.
    public func isOlder(than other: EventSerial) -> Bool { Int32(bitPattern: rawValue &- other.rawValue) < 0 }
}
