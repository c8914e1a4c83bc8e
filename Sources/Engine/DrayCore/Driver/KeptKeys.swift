// SPDX-License-Identifier: MIT

/// Keys whose press had a meaning for a drag. Their release belongs to the drag as well, even after its end: a client
/// that regains keyboard focus must not receive a release without a press (HIG-32).
public struct KeptKeys: Equatable, Sendable {
    /// The evdev codes, in the order of the presses.
    private var codes: [UInt32] = []

    public init() {}

    public var isEmpty: Bool { codes.isEmpty }

    mutating func keep(_ code: UInt32) {
        if !codes.contains(code) { codes.append(code) }
    }

    /// Returns the union of two sets.
    public func union(_ others: KeptKeys) -> KeptKeys {
        var union = self
        for code in others.codes { union.keep(code) }
        return union
    }

    /// Handles the release of a key.
    /// - Returns: Whether it was one of these.
    public mutating func release(_ code: UInt32) -> Bool {
        guard let index = codes.firstIndex(of: code) else { return false }
        codes.remove(at: index)
        return true
    }
}
