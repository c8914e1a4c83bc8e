// SPDX-License-Identifier: MIT

/// What an X server tells, as far as a window manager or a bridge of content wants to know.
public enum XEvent: Equatable, Sendable {
    case created(XWindow, parent: XWindow, XRectangle, overridesRedirect: Bool)
    case destroyed(XWindow)
    case mapRequested(XWindow, parent: XWindow)
    case mapped(XWindow, overridesRedirect: Bool)
    /// - isSent: by a client which withdraws its window (ICCCM 4.1.4).
    case unmapped(XWindow, isSent: Bool)
    case configureRequested(XWindow, XConfiguration)
    /// - above: the sibling below it; none if it is the lowest.
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
    /// A request without an answer was refused.
    case error(XRequestError)
    /// Another one, by its number.
    case other(Int)
}
