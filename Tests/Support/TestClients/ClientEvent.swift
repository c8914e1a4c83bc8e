// SPDX-License-Identifier: MIT

/// What a test client was told, as a value to compare with.
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
