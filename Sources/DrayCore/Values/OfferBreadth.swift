// SPDX-License-Identifier: MIT

/// Which of the types that content has an offer contains (HIG-25).
enum OfferBreadth: Equatable, Sendable, BitwiseCopyable {
    /// The source's.
    case own
    /// Those, and after them what can be made of them.
    case all
}
