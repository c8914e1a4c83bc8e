// SPDX-License-Identifier: MIT

/// A protocol error of a client on its `wl_data_offer`; the raw value is that of `wl_data_offer.error`.
///
/// Each is fatal for the client. They are sent only for what the specification forbids, never for a late request.
public enum OfferError: UInt32, Error, Hashable, Sendable {
    /// `finish` before the drop, with no accepted type, or with no final action.
    case invalidFinish = 0
    /// `set_actions` with bits that are no action.
    case invalidActionMask = 1
    /// `set_actions` with a preference that is not exactly one action of the mask.
    case invalidAction = 2
    /// A drag-and-drop request on the offer of a selection. A session has none; the owner of selections sends this
    /// error.
    case invalidOffer = 3
}
