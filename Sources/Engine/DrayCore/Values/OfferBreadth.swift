// SPDX-License-Identifier: MIT

/// The types that an offer contains in addition to those of the source, which it always contains.
struct OfferBreadth: OptionSet, Equatable, Sendable, BitwiseCopyable {
    let rawValue: UInt8

    /// The source's types only.
    static let own: OfferBreadth = []
    /// Converted types, after the source's own (HIG-25).
    static let further = OfferBreadth(rawValue: 1)
    /// Keys to the files, which give a sandboxed application access through the document portal (WL-06).
    static let keys = OfferBreadth(rawValue: 2)
}
