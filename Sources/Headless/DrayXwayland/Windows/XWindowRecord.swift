// SPDX-License-Identifier: MIT

import XCB

/// The state of an X11 window whose parent is the root window.
struct XWindowRecord: Equatable, Sendable {
    /// The rectangle on the X11 screen, in pixels.
    var place: XRectangle
    /// The window positions itself and is not managed (ICCCM 4.1.10), such as a menu or a tooltip.
    var overridesRedirect: Bool
    var isMapped = false
    /// Whether all properties have been received.
    var isComplete = false
    /// Whether the properties have been requested.
    var isAsked = false
    /// The id of the window's `wl_surface`, or nil.
    var surface: UInt32?
    /// Whether the compositor shows the window.
    var isShown = false

    var title: String?
    var oldTitle: String?
    var appID = ""
    var processID: Int32 = 0
    var transientFor = XWindow.none
    var takesInput = true
    var protocols: XWindowProtocols = []
    var isPlaced = false
    var isDragImage = false
    var states: XWindowStates = []

    /// The last arrangement that the compositor requested.
    var wanted = XArrangement()
    /// The size before the window became maximised or fullscreen; nil if it is neither.
    var restored: Extent?

    struct Extent: Equatable, Sendable {
        var width: Int
        var height: Int
    }

    mutating func take(_ fact: XWindowFact) {
        switch fact {
        case .title(let title): self.title = title
        case .oldTitle(let title): oldTitle = title
        case .appID(let appID): self.appID = appID
        case .process(let processID): self.processID = processID
        case .transientFor(let window): transientFor = window
        case .takesInput(let takesInput): self.takesInput = takesInput
        case .protocols(let protocols): self.protocols = protocols
        case .isPlaced(let isPlaced): self.isPlaced = isPlaced
        case .isDragImage(let isDragImage): self.isDragImage = isDragImage
        // The compositor determines the states of a shown window.
        case .states(let states): if !isShown { self.states = states.subtracting(.focused) }
        case .complete: isComplete = true
        }
    }

    /// The description for the compositor.
    var words: XWindowWords {
        XWindowWords(title: title ?? oldTitle ?? "", appID: appID, transientFor: transientFor)
    }
}

/// The properties of a window that the compositor uses, except for its position.
struct XWindowWords: Equatable, Sendable {
    var title: String
    var appID: String
    /// The window that it is transient for, and stays above; `.none` for none.
    var transientFor: XWindow

    init(title: String, appID: String, transientFor: XWindow) {
        self.title = title
        self.appID = appID
        self.transientFor = transientFor
    }
}

/// The arrangement of a window that the compositor requests.
struct XArrangement: Equatable, Sendable {
    /// The upper left corner in pixels of the X11 screen; nil if not set yet.
    var x: Int?
    var y: Int?
    /// Nil: the client chooses the size.
    var width: Int?
    var height: Int?
    var states: XWindowStates

    init(
        x: Int? = nil, y: Int? = nil, width: Int? = nil, height: Int? = nil, states: XWindowStates = []
    ) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.states = states
    }
}
