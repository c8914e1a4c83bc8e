// SPDX-License-Identifier: MIT

import XCB

/// What is known of one window of X's whose parent is the root.
struct XWindowRecord: Equatable, Sendable {
    /// On the X screen, in pixels.
    var place: XRectangle
    /// It is where it wants to be, and nobody's to manage (ICCCM 4.1.10): a menu, a tooltip.
    var overridesRedirect: Bool
    var isMapped = false
    /// Whether all was told that it says of itself.
    var isComplete = false
    /// Whether that was asked for.
    var isAsked = false
    /// The number of its `wl_surface`; nil while it has none.
    var surface: UInt32?
    /// Whether it was handed to the compositor.
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

    /// How the compositor wanted it last.
    var wanted = XArrangement()
    /// How large it was before it became maximised or fullscreen; nil while it is neither.
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
        // What is there is the compositor's to say.
        case .states(let states): if !isShown { self.states = states.subtracting(.focused) }
        case .complete: isComplete = true
        }
    }

    /// What the compositor is to know of it.
    var words: XWindowWords {
        XWindowWords(title: title ?? oldTitle ?? "", appID: appID, transientFor: transientFor)
    }
}

/// What the compositor knows of a window besides its place.
struct XWindowWords: Equatable, Sendable {
    var title: String
    var appID: String
    /// The window that it belongs to, and stays above; `.none` for none.
    var transientFor: XWindow

    init(title: String, appID: String, transientFor: XWindow) {
        self.title = title
        self.appID = appID
        self.transientFor = transientFor
    }
}

/// How the compositor wants a window.
struct XArrangement: Equatable, Sendable {
    /// Its upper left corner, in pixels of the X screen; nil: not said yet.
    var x: Int?
    var y: Int?
    /// Nil leaves it to the client.
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
