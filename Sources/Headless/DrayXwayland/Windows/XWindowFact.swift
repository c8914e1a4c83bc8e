// SPDX-License-Identifier: MIT

import XCB

/// A property of a window, set by its client. Its value is not trusted.
enum XWindowFact: Equatable, Sendable {
    /// `_NET_WM_NAME`, which takes precedence over `WM_NAME`; nil if it is not set.
    case title(String?)
    /// `WM_NAME`.
    case oldTitle(String?)
    /// The class in `WM_CLASS`.
    case appID(String)
    /// `_NET_WM_PID`.
    case process(Int32)
    /// `WM_TRANSIENT_FOR`; `.none` if it is not set.
    case transientFor(XWindow)
    /// `WM_HINTS`: whether the window manager may set the input focus to the window.
    case takesInput(Bool)
    /// `WM_PROTOCOLS`.
    case protocols(XWindowProtocols)
    /// `WM_NORMAL_HINTS`: whether the program or the user has set the window's position.
    case isPlaced(Bool)
    /// `_NET_WM_WINDOW_TYPE`: whether the window is a drag image.
    case isDragImage(Bool)
    /// `_NET_WM_STATE`, as set by the client before the window was mapped.
    case states(XWindowStates)
    /// All properties have been reported.
    case complete
}

/// The protocols of `WM_PROTOCOLS` that the window's client supports (ICCCM 4.2.8, EWMH).
struct XWindowProtocols: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// `WM_DELETE_WINDOW`
    static let deletes = XWindowProtocols(rawValue: 1)
    /// `WM_TAKE_FOCUS`
    static let takesFocus = XWindowProtocols(rawValue: 2)
    /// `_NET_WM_PING`
    static let answers = XWindowProtocols(rawValue: 4)
}

/// The supported states of `_NET_WM_STATE`.
struct XWindowStates: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// `_NET_WM_STATE_MAXIMIZED_HORZ` or `_VERT`; both are treated as one.
    static let maximized = XWindowStates(rawValue: 1)
    static let fullscreen = XWindowStates(rawValue: 2)
    /// `_NET_WM_STATE_FOCUSED`
    static let focused = XWindowStates(rawValue: 4)

    /// The action of a state message, with the values of EWMH.
    enum Change: UInt32, Sendable {
        case remove = 0
        case add = 1
        case toggle = 2
    }
}
