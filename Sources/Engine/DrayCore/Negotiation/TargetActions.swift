// SPDX-License-Identifier: MIT

/// The actions of a target, as far as it has stated them.
public enum TargetActions: Hashable, Sendable, BitwiseCopyable {
    /// An object of version 1 or 2, which has no requests for actions: it copies.
    case legacy
    /// A target that may still send `wl_data_offer.set_actions`. Until then it offers no action.
    case unstated
    /// The last valid `wl_data_offer.set_actions`: all actions that the target supports, and the one it prefers, if
    /// any.
    case stated(mask: DragActions, preferred: DragAction?)

    /// Checks the arguments of `wl_data_offer.set_actions`.
    ///
    /// - Parameters:
    ///   - mask: The supported actions; unchecked bits from the client.
    ///   - preferred: The preferred action: one of the mask, or none.
    /// - Throws: ``OfferError/invalidActionMask`` for a mask with unknown bits, ``OfferError/invalidAction`` for a
    ///   preference that consists of several actions or is not in the mask.
    public init(mask: DragActions, preferred: DragActions) throws(OfferError) {
        guard mask.isValid else { throw .invalidActionMask }
        guard !preferred.isEmpty else {
            self = .stated(mask: mask, preferred: nil)
            return
        }
        guard let action = DragAction(rawValue: preferred.rawValue), mask.contains(action) else { throw .invalidAction }
        self = .stated(mask: mask, preferred: action)
    }

    /// All actions that the target supports.
    public var mask: DragActions {
        switch self {
        case .legacy: .copy
        case .unstated: []
        case .stated(let mask, _): mask
        }
    }

    /// The action that the target prefers.
    public var preferred: DragAction? {
        switch self {
        case .legacy, .unstated: nil
        case .stated(_, let preferred): preferred
        }
    }
}
