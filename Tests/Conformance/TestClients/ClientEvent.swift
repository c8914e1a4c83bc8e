// SPDX-License-Identifier: MIT

/// An event of a test client, as a value for comparisons.
public enum ClientEvent: Equatable, Sendable {
    // wl_data_device
    case dataOffer
    case enter(surface: UInt32, Double, Double, hasOffer: Bool)
    case leave
    case motion(time: UInt32, Double, Double)
    case drop
    /// The types of the selection; nil for none.
    case selection([String]?)

    // wl_data_offer
    case offerType(String)
    case offerSourceActions(UInt32)
    case offerAction(UInt32)

    // wl_data_source
    case sourceTarget(String?)
    case sourceSend(String)
    case sourceCancelled
    case sourceDropPerformed
    case sourceFinished
    case sourceAction(UInt32)

    // zwp_primary_selection_v1
    /// The types of the primary selection; nil for none.
    case primarySelection([String]?)
    case primarySend(String)
    case primaryCancelled

    // wl_pointer
    case pointerEnter(surface: UInt32)
    case pointerLeave
    case pointerMotion
    case pointerButton(UInt32, isPressed: Bool)
    case pointerAxis

    // wl_touch
    case touchDown(Int32)
    case touchUp(Int32)
    case touchMotion(Int32)
    case touchCancel

    // wl_keyboard
    case keyboardEnter
    case keyboardLeave
    case key(UInt32, isPressed: Bool)
}

extension ClientEvent {
    /// The object of an event.
    public enum Subject: Equatable, Sendable {
        /// A drag over a surface: a data device and its offers.
        case target
        /// The client's own content: a data source.
        case source
        case selection
        case primarySelection
        case pointer
        case touch
        case keyboard
    }

    public var subject: Subject {
        switch self {
        case .dataOffer, .enter, .leave, .motion, .drop, .offerType, .offerSourceActions, .offerAction: .target
        case .sourceTarget, .sourceSend, .sourceCancelled, .sourceDropPerformed, .sourceFinished, .sourceAction: .source
        case .selection: .selection
        case .primarySelection, .primarySend, .primaryCancelled: .primarySelection
        case .pointerEnter, .pointerLeave, .pointerMotion, .pointerButton, .pointerAxis: .pointer
        case .touchDown, .touchUp, .touchMotion, .touchCancel: .touch
        case .keyboardEnter, .keyboardLeave, .key: .keyboard
        }
    }
}
