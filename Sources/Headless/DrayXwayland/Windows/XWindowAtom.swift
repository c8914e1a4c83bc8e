// SPDX-License-Identifier: MIT

import XCB

/// The atoms of ICCCM and EWMH that the window manager uses, and that of Xwayland.
enum XWindowAtom: String, XAtomName {
    case managerSelection = "WM_S0"
    case surfaceID = "WL_SURFACE_ID"

    case protocols = "WM_PROTOCOLS"
    case deleteWindow = "WM_DELETE_WINDOW"
    case takeFocus = "WM_TAKE_FOCUS"
    case state = "WM_STATE"
    case utf8 = "UTF8_STRING"

    case supported = "_NET_SUPPORTED"
    case supportingCheck = "_NET_SUPPORTING_WM_CHECK"
    case desktopCount = "_NET_NUMBER_OF_DESKTOPS"
    case currentDesktop = "_NET_CURRENT_DESKTOP"
    case activeWindow = "_NET_ACTIVE_WINDOW"
    case closeWindow = "_NET_CLOSE_WINDOW"
    case moveResize = "_NET_WM_MOVERESIZE"
    case requestExtents = "_NET_REQUEST_FRAME_EXTENTS"
    case frameExtents = "_NET_FRAME_EXTENTS"
    case name = "_NET_WM_NAME"
    case process = "_NET_WM_PID"
    case ping = "_NET_WM_PING"
    case states = "_NET_WM_STATE"
    case maximizedAcross = "_NET_WM_STATE_MAXIMIZED_HORZ"
    case maximizedDown = "_NET_WM_STATE_MAXIMIZED_VERT"
    case fullscreen = "_NET_WM_STATE_FULLSCREEN"
    case focused = "_NET_WM_STATE_FOCUSED"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case dragImage = "_NET_WM_WINDOW_TYPE_DND"

    /// The announced features. The stacking order is not announced: clients that pick targets by it would ignore
    /// unmanaged windows.
    static let announced: [XWindowAtom] = [
        .supported, .supportingCheck, .desktopCount, .currentDesktop, .activeWindow, .closeWindow, .moveResize,
        .requestExtents, .frameExtents, .name, .process, .ping, .states, .maximizedAcross, .maximizedDown, .fullscreen,
        .focused, .windowType, .dragImage,
    ]
}

extension XAtoms<XWindowAtom> {
    /// Converts atoms of `_NET_WM_STATE`.
    func states(_ atoms: [XAtom]) -> XWindowStates {
        var states: XWindowStates = []
        for atom in atoms {
            switch name(of: atom) {
            case .maximizedAcross, .maximizedDown: states.insert(.maximized)
            case .fullscreen: states.insert(.fullscreen)
            case .focused: states.insert(.focused)
            case _: break
            }
        }
        return states
    }

    func atoms(_ states: XWindowStates) -> [XAtom] {
        var atoms: [XAtom] = []
        if states.contains(.maximized) { atoms += [self[.maximizedAcross], self[.maximizedDown]] }
        if states.contains(.fullscreen) { atoms.append(self[.fullscreen]) }
        if states.contains(.focused) { atoms.append(self[.focused]) }
        return atoms
    }
}
