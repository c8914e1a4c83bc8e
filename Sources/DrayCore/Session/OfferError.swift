// SPDX-License-Identifier: MIT

/// A mistake of a client on its `wl_data_offer`; the raw value is that of `wl_data_offer.error`.
///
/// Each is fatal for the client. They are sent for what the specification forbids only, never for a late request.
public enum OfferError: UInt32, Error, Hashable, Sendable {
    /// `finish` before the drop, with no accepted type, or with no final action.
    case invalidFinish = 0
    /// `set_actions` with bits that are no action.
    case invalidActionMask = 1
    /// `set_actions` with a preference that is not one action of the mask.
    case invalidAction = 2
    /// A drag-and-drop request on the offer of a selection. A session has none: whoever owns selections sends this one.
    case invalidOffer = 3
}
