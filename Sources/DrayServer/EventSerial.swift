// SPDX-License-Identifier: MIT

/// A serial of the display's, which stands for the event that it came with.
public struct EventSerial: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Whether its event came before the other's. Serials wrap: what lies less than half their range behind is older.
    public func isOlder(than other: EventSerial) -> Bool { Int32(bitPattern: rawValue &- other.rawValue) < 0 }
}
