// SPDX-License-Identifier: MIT

/// Which types an offer contains beside those of the source, which it always has.
struct OfferBreadth: OptionSet, Equatable, Sendable, BitwiseCopyable {
    let rawValue: UInt8

    /// The source's alone.
    static let own: OfferBreadth = []
    /// What can be made of them, at the end (HIG-25).
    static let further = OfferBreadth(rawValue: 1)
    /// Keys to the files, by which a program in a sandbox gets them of the document portal (WL-06).
    static let keys = OfferBreadth(rawValue: 2)
}
