// SPDX-License-Identifier: MIT

/// What an application says that it shows: its windows, and what is in them, as AT-SPI has it.
///
/// Nothing of it is trusted: places may lie outside of everything, have negative sizes, or be those of something else.
public struct AccessTree: Equatable, Sendable {
    /// What its toolkit calls itself: `gtk` (3), `GTK` (4), `Qt`. Empty if it says nothing.
    public var toolkit = ""
    /// The toolkit's version; empty if it says nothing.
    public var version = ""
    /// Each after what it is in.
    public var objects: [AccessObject] = []
    /// Whether there is more, or not all has answered in time.
    public var isPartial = false

    public init(toolkit: String = "", version: String = "", objects: [AccessObject] = [], isPartial: Bool = false) {
        self.toolkit = toolkit
        self.version = version
        self.objects = objects
        self.isPartial = isPartial
    }
}

/// Something that an application shows.
public struct AccessObject: Equatable, Sendable {
    /// Its number in the tree.
    public var id: Int
    /// That of what it is in; nil for a window.
    public var parent: Int?
    public var role: AccessRole
    public var name: String
    /// Whether it says that it has the keyboard, of a window.
    public var isActive: Bool
    /// Where it is, as AT-SPI has it "in the window": what that means depends on the toolkit.
    public var area: Rectangle
    /// Its corner on the screen, as it says: only Qt is to be believed.
    public var screen: Point
    /// What stands in it, where it is a text; the beginning of a long one.
    public var text: String

    public init(
        id: Int, parent: Int? = nil, role: AccessRole, name: String = "", isActive: Bool = false, area: Rectangle,
        screen: Point = .zero, text: String = ""
    ) {
        self.id = id
        self.parent = parent
        self.role = role
        self.name = name
        self.isActive = isActive
        self.area = area
        self.screen = screen
        self.text = text
    }
}

/// A window, as the compositor knows it.
public struct AccessWindow: Equatable, Sendable {
    public var title: String
    /// Of its surface, in points; nil where nobody knows: a frame that is larger than the window is taken for it.
    public var surface: Size?
    /// Of what a person takes for the window, in the surface's own space.
    public var geometry: Rectangle
    public var isActive: Bool
    /// Its menus and whatever else lies above it, each after what it lies on.
    public var popups: [AccessPopup]

    public init(title: String, surface: Size?, geometry: Rectangle, isActive: Bool, popups: [AccessPopup] = []) {
        self.title = title
        self.surface = surface
        self.geometry = geometry
        self.isActive = isActive
        self.popups = popups
    }
}

/// A menu of a window, or the like, as the compositor knows it.
public struct AccessPopup: Equatable, Sendable {
    /// Of its surface, in points.
    public var surface: Size
    /// Of what a person takes for it, in the surface's own space.
    public var geometry: Rectangle
    /// Where that begins, from the upper left corner of what a person takes for the window.
    public var origin: Point

    public init(surface: Size, geometry: Rectangle, origin: Point) {
        self.surface = surface
        self.geometry = geometry
        self.origin = origin
    }
}

/// Something with a name that is seen in a window.
public struct AccessPlace: Equatable, Sendable {
    public var name: String
    public var role: AccessRole
    /// As far as it is inside the window, from the upper left corner of what a person takes for the window.
    public var area: Rectangle
    /// What stands in it, where it is a text; the beginning of a long one.
    public var text: String

    public init(name: String, role: AccessRole, area: Rectangle, text: String = "") {
        self.name = name
        self.role = role
        self.area = area
        self.text = text
    }

    /// Where to press: its middle, or near where its text begins if it is a row of a list, whose middle is empty most often.
    public var point: Point {
        guard role.isRow, area.width > 4 * Self.indent else { return area.center }
        let x = name.isRightToLeft ? area.maxX - Self.indent : area.x + Self.indent
        return Point(x: x, y: area.center.y)
    }

    /// In points.
    private static let indent = 24.0
}

extension String {
    /// Whether its first letter is of a script that is written from right to left.
    var isRightToLeft: Bool {
        for scalar in unicodeScalars where scalar.properties.isAlphabetic {
            return (0x590...0x8ff).contains(scalar.value) || (0xfb1d...0xfdff).contains(scalar.value)
                || (0xfe70...0xfeff).contains(scalar.value) || (0x10800...0x10fff).contains(scalar.value)
                || (0x1e800...0x1efff).contains(scalar.value)
        }
        return false
    }
}
