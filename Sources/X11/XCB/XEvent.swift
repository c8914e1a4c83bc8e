// SPDX-License-Identifier: MIT

/// The events of an X server that a window manager or a bridge needs.
public enum XEvent: Equatable, Sendable {
    case created(XWindow, parent: XWindow, XRectangle, overridesRedirect: Bool)
    case destroyed(XWindow)
    case mapRequested(XWindow, parent: XWindow)
    case mapped(XWindow, overridesRedirect: Bool)
    /// - isSent: Whether a client sent the event to withdraw its window (ICCCM 4.1.4).
    case unmapped(XWindow, isSent: Bool)
    case configureRequested(XWindow, XConfiguration)
    /// - above: The sibling below it; `.none` for the lowest window.
    case configured(XWindow, XRectangle, above: XWindow, overridesRedirect: Bool)
    case reparented(XWindow, parent: XWindow, x: Int, y: Int, overridesRedirect: Bool)
    case clientMessage(XClientMessage)
    case propertyChanged(XWindow, XAtom, isDeleted: Bool, XTime)
    /// With the values of `XCB_NOTIFY_MODE_…` and `XCB_NOTIFY_DETAIL_…`.
    case focusedIn(XWindow, mode: Int, detail: Int)
    case focusedOut(XWindow, mode: Int, detail: Int)
    case selectionRequested(XSelectionRequest)
    case selectionCleared(XAtom, owner: XWindow, XTime)
    case selectionConverted(XSelectionConversion)
    case selectionOwnerChanged(XSelectionOwner)
    /// The error of a request without an answer.
    case error(XRequestError)
    /// Any other event, by its code.
    case other(Int)
}
