// SPDX-License-Identifier: MIT

/// What is known of the content of a drop: whether the source has given it (HIG-16, HIG-17).
///
/// A target's word that it has finished is worth as much as what came through.
public enum Delivery: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// Nobody has read since the drop, and nothing came before it either. Some targets need no more than the types.
    case notAsked
    /// Nobody has read since the drop; content was read before it.
    case cameBefore
    /// The source has been asked, and not a byte has come yet.
    case awaited
    /// Content has come since the drop.
    case arrived
    /// Whatever was asked for since the drop came to its end without a byte.
    case failed
    /// Content had come since the drop, and the rest of it did not: what the target has is not all.
    case brokeOff
}
