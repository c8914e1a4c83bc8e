// SPDX-License-Identifier: MIT

/// A `ClientMessage` of format 32: five words that clients and window managers send each other.
public struct XClientMessage: Equatable, Sendable {
    /// The window that the message refers to.
    public var window: XWindow
    public var type: XAtom
    /// Always five; missing words are 0.
    public var words: [UInt32]

    public init(window: XWindow, type: XAtom, words: [UInt32]) {
        self.window = window
        self.type = type
        self.words = Array((words + [0, 0, 0, 0, 0]).prefix(5))
    }
}

/// A request for a selection that this client owns.
public struct XSelectionRequest: Equatable, Sendable {
    public var owner: XWindow
    public var requestor: XWindow
    public var selection: XAtom
    public var target: XAtom
    /// `.none` from obsolete clients: the target is then also the property.
    public var property: XAtom
    public var time: XTime

    public init(
        owner: XWindow, requestor: XWindow, selection: XAtom, target: XAtom, property: XAtom, time: XTime
    ) {
        self.owner = owner
        self.requestor = requestor
        self.selection = selection
        self.target = target
        self.property = property
        self.time = time
    }
}

/// The answer to a request for a selection.
public struct XSelectionConversion: Equatable, Sendable {
    public var requestor: XWindow
    public var selection: XAtom
    public var target: XAtom
    /// `.none` if the owner has refused, or there is no owner.
    public var property: XAtom
    public var time: XTime

    public init(requestor: XWindow, selection: XAtom, target: XAtom, property: XAtom, time: XTime) {
        self.requestor = requestor
        self.selection = selection
        self.target = target
        self.property = property
        self.time = time
    }
}

/// A change of a selection's owner (XFixes).
public struct XSelectionOwner: Equatable, Sendable {
    public var selection: XAtom
    public var owner: XWindow
    /// The time at which the owner took the selection.
    public var selectionTime: XTime
    public var time: XTime
    public var reason: Reason

    public enum Reason: Equatable, Sendable {
        case taken
        case windowDestroyed
        case clientClosed
    }

    public init(selection: XAtom, owner: XWindow, selectionTime: XTime, time: XTime, reason: Reason) {
        self.selection = selection
        self.owner = owner
        self.selectionTime = selectionTime
        self.time = time
        self.reason = reason
    }
}

/// The error of a request: usually because a window was destroyed meanwhile.
public struct XRequestError: Equatable, Sendable {
    /// `XCB_WINDOW` (BadWindow) is 3.
    public var code: Int
    /// The identifier in the request, often a window.
    public var resource: UInt32
    public var request: Int
    public var minor: Int

    public static let badWindow = 3
}

/// A change of a window's configuration, or a client's request for one; nil for unchanged fields.
public struct XConfiguration: Equatable, Sendable {
    public var x: Int?
    public var y: Int?
    public var width: Int?
    public var height: Int?
    public var borderWidth: Int?
    public var sibling: XWindow?
    public var stacking: Stacking?

    /// The values are those of `XCB_STACK_MODE_…`.
    public enum Stacking: UInt32, Sendable {
        case above = 0
        case below = 1
        case topIf = 2
        case bottomIf = 3
        case opposite = 4
    }

    public init(
        x: Int? = nil, y: Int? = nil, width: Int? = nil, height: Int? = nil, borderWidth: Int? = nil,
        sibling: XWindow? = nil, stacking: Stacking? = nil
    ) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.borderWidth = borderWidth
        self.sibling = sibling
        self.stacking = stacking
    }

    public init(_ place: XRectangle) {
        self.init(x: place.x, y: place.y, width: place.width, height: place.height)
    }
}
