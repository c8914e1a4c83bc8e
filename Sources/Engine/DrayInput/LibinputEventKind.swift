// SPDX-License-Identifier: MIT

/// Every `enum libinput_event_type` up to libinput 1.26, so that a switch over it can be complete.
package enum LibinputEventKind: UInt32, CaseIterable {
    case none = 0
    case deviceAdded = 1
    case deviceRemoved = 2

    case keyboardKey = 300

    case pointerMotion = 400
    case pointerMotionAbsolute = 401
    case pointerButton = 402
    case pointerAxis = 403
    case pointerScrollWheel = 404
    case pointerScrollFinger = 405
    case pointerScrollContinuous = 406

    case touchDown = 500
    case touchUp = 501
    case touchMotion = 502
    case touchCancel = 503
    case touchFrame = 504

    case tabletToolAxis = 600
    case tabletToolProximity = 601
    case tabletToolTip = 602
    case tabletToolButton = 603

    case tabletPadButton = 700
    case tabletPadRing = 701
    case tabletPadStrip = 702
    case tabletPadKey = 703
    /// Since libinput 1.26.
    case tabletPadDial = 704

    case gestureSwipeBegin = 800
    case gestureSwipeUpdate = 801
    case gestureSwipeEnd = 802
    case gesturePinchBegin = 803
    case gesturePinchUpdate = 804
    case gesturePinchEnd = 805
    case gestureHoldBegin = 806
    case gestureHoldEnd = 807

    case switchToggle = 900
}
