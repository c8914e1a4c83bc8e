// SPDX-License-Identifier: MIT

/// One read of content: a `receive`, or one of the engine's own. Its descriptor is with whoever carries out what a
/// ``DragTransfers`` wants.
public struct ReadID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
