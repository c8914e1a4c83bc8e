// SPDX-License-Identifier: MIT

/// Keys whose press meant something to a drag. Their release is the drag's as well, even after its end: a client that has
/// the keyboard back must not hear of half a key (HIG-32).
public struct KeptKeys: Equatable, Sendable {
    /// By evdev code, as they are down.
    private var codes: [UInt32] = []

    public init() {}

    public var isEmpty: Bool { codes.isEmpty }

    mutating func keep(_ code: UInt32) {
        if !codes.contains(code) { codes.append(code) }
    }

    /// These and others.
    public func union(_ others: KeptKeys) -> KeptKeys {
        var union = self
        for code in others.codes { union.keep(code) }
        return union
    }

    /// A key is up.
    /// - Returns: whether it was one of these.
    public mutating func release(_ code: UInt32) -> Bool {
        guard let index = codes.firstIndex(of: code) else { return false }
        codes.remove(at: index)
        return true
    }
}
