// SPDX-License-Identifier: MIT

/// A violation of the protocol of drags by one side. The messages are forwarded unchanged.
package enum ProtocolViolation: Hashable, Sendable {
    /// The client stated actions for an offer that contain unknown bits, or a preference that is not one of them.
    case answer
    /// The client stated actions for a source that contain unknown bits.
    case sourceActions
    /// The compositor sent an `action` event with several actions, or with an unknown one.
    case action
    /// The compositor sent an `action` event before the client had answered.
    case unnegotiatedAction
    /// The compositor sent an `enter` event with an object that is not an offer.
    case offer

    /// Whether the compositor is at fault, rather than the client.
    package var isByCompositor: Bool {
        switch self {
        case .answer, .sourceActions: false
        case .action, .unnegotiatedAction, .offer: true
        }
    }

    package var words: String {
        switch self {
        case .answer: "sends a wl_data_offer.set_actions that the protocol does not allow"
        case .sourceActions: "sends a wl_data_source.set_actions that the protocol does not allow"
        case .action: "is sent an action event with a number that is not one action"
        case .unnegotiatedAction:
            "is sent an action before it has answered: the compositor does not negotiate, so Dray does"
        case .offer: "is sent an enter event with an object that is not an offer"
        }
    }
}
