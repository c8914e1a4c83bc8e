// SPDX-License-Identifier: MIT

/// A window of an X server. The server does not distinguish a destroyed window from one that never existed.
public struct XWindow: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    /// No window, or the pointer root in requests that define it so.
    public static let none = XWindow(rawValue: 0)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A string that an X server has assigned a number.
public struct XAtom: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    /// Also used for any type, and for no property.
    public static let none = XAtom(rawValue: 0)
    // The predefined atoms, numbered as in Xatom.h.
    public static let primary = XAtom(rawValue: 1)
    public static let atom = XAtom(rawValue: 4)
    public static let cardinal = XAtom(rawValue: 6)
    public static let integer = XAtom(rawValue: 19)
    public static let string = XAtom(rawValue: 31)
    public static let window = XAtom(rawValue: 33)
    public static let wmHints = XAtom(rawValue: 35)
    public static let wmName = XAtom(rawValue: 39)
    public static let wmNormalHints = XAtom(rawValue: 40)
    public static let wmClass = XAtom(rawValue: 67)
    public static let wmTransientFor = XAtom(rawValue: 68)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A timestamp of an X server, in milliseconds; it wraps after 49 days.
public struct XTime: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    /// The server's time when it processes the request.
    public static let current = XTime(rawValue: 0)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Whether this is before the other timestamp, if they are at most 24 days apart.
    public func isEarlier(than other: XTime) -> Bool { Int32(bitPattern: rawValue &- other.rawValue) < 0 }
}

/// A rectangle, in pixels of the X screen. Values are clamped to the 16 bits of the protocol when they are sent.
public struct XRectangle: Equatable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The events of a window that a client receives. The values are those of `XCB_EVENT_MASK_…`.
public struct XEventMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public static let leaveWindow = XEventMask(rawValue: 1 << 5)
    public static let structureNotify = XEventMask(rawValue: 1 << 17)
    public static let substructureNotify = XEventMask(rawValue: 1 << 19)
    public static let substructureRedirect = XEventMask(rawValue: 1 << 20)
    public static let propertyChange = XEventMask(rawValue: 1 << 22)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
