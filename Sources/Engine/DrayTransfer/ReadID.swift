// SPDX-License-Identifier: MIT

/// The identity of one read of content: a `receive` request, or a read by the engine. Its descriptor belongs to the
/// owner of the ``DragTransfers``.
public struct ReadID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
