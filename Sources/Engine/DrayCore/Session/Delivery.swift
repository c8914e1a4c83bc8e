// SPDX-License-Identifier: MIT

/// The state of the data transfer after a drop: whether the source has delivered content (HIG-16, HIG-17).
///
/// A target's `finish` is trusted only as far as the data that it has read.
public enum Delivery: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The target has not read anything, neither before nor after the drop. Some targets need only the list of types.
    case notAsked
    /// The target has not read anything since the drop, but it read content before it.
    case cameBefore
    /// The source has been asked for content, and no byte has arrived yet.
    case awaited
    /// Content has arrived since the drop.
    case arrived
    /// Every read since the drop ended without a byte.
    case failed
    /// Content has arrived since the drop, but the transfer ended early: the target has only a part of it.
    case brokeOff
}
