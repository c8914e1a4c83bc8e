// SPDX-License-Identifier: MIT

/// What a target has said about the actions it can perform.
public enum TargetActions: Hashable, Sendable, BitwiseCopyable {
    /// An object of version 1 or 2, which has no words for actions: it copies.
    case legacy
    /// A target that may still call `wl_data_offer.set_actions`, but has not. It offers nothing yet.
    case unstated
    /// The last valid `wl_data_offer.set_actions`: everything the target can do, and what it would like best. No
    /// preference is legal.
    case stated(mask: DragActions, preferred: DragAction?)

    /// Checks the arguments of `wl_data_offer.set_actions`.
    ///
    /// - Parameters:
    ///   - mask: what the target can do; any bits, as they came from the client.
    ///   - preferred: what it would like best: one action of the mask, or none.
    /// - Throws: ``OfferError/invalidActionMask`` for a mask with unknown bits, ``OfferError/invalidAction`` for a
    ///   preference that is several actions, or is not in the mask.
    public init(mask: DragActions, preferred: DragActions) throws(OfferError) {
        guard mask.isValid else { throw .invalidActionMask }
        guard !preferred.isEmpty else {
            self = .stated(mask: mask, preferred: nil)
            return
        }
        guard let action = DragAction(rawValue: preferred.rawValue), mask.contains(action) else { throw .invalidAction }
        self = .stated(mask: mask, preferred: action)
    }

    /// All that the target can do.
    public var mask: DragActions {
        switch self {
        case .legacy: .copy
        case .unstated: []
        case .stated(let mask, _): mask
        }
    }

    /// What the target would like best.
    public var preferred: DragAction? {
        switch self {
        case .legacy, .unstated: nil
        case .stated(_, let preferred): preferred
        }
    }
}
