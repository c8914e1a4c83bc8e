// SPDX-License-Identifier: MIT

import XCB

/// Something that a window says of itself by a property. Nothing of it can be relied upon.
enum XWindowFact: Equatable, Sendable {
    /// `_NET_WM_NAME`, which counts more than `WM_NAME`; nil: it is not set.
    case title(String?)
    /// `WM_NAME`.
    case oldTitle(String?)
    /// The class of `WM_CLASS`.
    case appID(String)
    /// `_NET_WM_PID`.
    case process(Int32)
    /// `WM_TRANSIENT_FOR`: `.none` if it belongs to no other.
    case transientFor(XWindow)
    /// `WM_HINTS`: whether the server may give it the keyboard.
    case takesInput(Bool)
    /// `WM_PROTOCOLS`.
    case protocols(XWindowProtocols)
    /// `WM_NORMAL_HINTS`: whether the program or its person has chosen the window's place.
    case isPlaced(Bool)
    /// `_NET_WM_WINDOW_TYPE`: whether it is the image of a drag.
    case isDragImage(Bool)
    /// `_NET_WM_STATE`, as the client set it before the window was there.
    case states(XWindowStates)
    /// All of the above were told.
    case complete
}

/// What a window's client does by itself when it is asked by a message (ICCCM 4.2.8, EWMH).
struct XWindowProtocols: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// `WM_DELETE_WINDOW`
    static let deletes = XWindowProtocols(rawValue: 1)
    /// `WM_TAKE_FOCUS`
    static let takesFocus = XWindowProtocols(rawValue: 2)
    /// `_NET_WM_PING`
    static let answers = XWindowProtocols(rawValue: 4)
}

/// The states of a window that there are here, of those of `_NET_WM_STATE`.
struct XWindowStates: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// `_NET_WM_STATE_MAXIMIZED_HORZ` or `_VERT`: there is only both.
    static let maximized = XWindowStates(rawValue: 1)
    static let fullscreen = XWindowStates(rawValue: 2)
    /// `_NET_WM_STATE_FOCUSED`
    static let focused = XWindowStates(rawValue: 4)

    /// How a message changes states; the values are those of EWMH.
    enum Change: UInt32, Sendable {
        case remove = 0
        case add = 1
        case toggle = 2
    }
}
