// SPDX-License-Identifier: MIT

/// The accessible objects of an application, from AT-SPI: its windows and their contents.
///
/// All of it is untrusted: rectangles may be outside of everything, have negative sizes, or be those of other objects.
public struct AccessTree: Equatable, Sendable {
    /// The toolkit's name: `gtk` (3), `GTK` (4), `Qt`. Empty if unknown.
    public var toolkit = ""
    /// The toolkit's version; empty if unknown.
    public var version = ""
    /// The objects, each after its parent.
    public var objects: [AccessObject] = []
    /// Whether the tree is incomplete, because of its size or of a timeout.
    public var isPartial = false

    public init(toolkit: String = "", version: String = "", objects: [AccessObject] = [], isPartial: Bool = false) {
        self.toolkit = toolkit
        self.version = version
        self.objects = objects
        self.isPartial = isPartial
    }
}

/// An accessible object of an application.
public struct AccessObject: Equatable, Sendable {
    /// The identifier, unique in the tree.
    public var id: Int
    /// The identifier of the parent; nil for a window.
    public var parent: Int?
    public var role: AccessRole
    public var name: String
    /// Whether a window reports that it has keyboard focus.
    public var isActive: Bool
    /// The rectangle in AT-SPI's "window" coordinates, whose origin depends on the toolkit.
    public var area: Rectangle
    /// The reported corner in screen coordinates; meaningful only for Qt.
    public var screen: Point
    /// The text content, possibly truncated.
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

/// A window, with the properties that the compositor knows.
public struct AccessWindow: Equatable, Sendable {
    public var title: String
    /// The size of the surface in points; nil if unknown: then a frame that is larger than the window counts as the
    /// surface.
    public var surface: Size?
    /// The window geometry, local to the surface.
    public var geometry: Rectangle
    public var isActive: Bool
    /// The menus and other popups of the window, each after its parent.
    public var popups: [AccessPopup]

    public init(title: String, surface: Size?, geometry: Rectangle, isActive: Bool, popups: [AccessPopup] = []) {
        self.title = title
        self.surface = surface
        self.geometry = geometry
        self.isActive = isActive
        self.popups = popups
    }
}

/// A menu or another popup of a window, with the properties that the compositor knows.
public struct AccessPopup: Equatable, Sendable {
    /// The size of the surface in points.
    public var surface: Size
    /// The window geometry, local to the surface.
    public var geometry: Rectangle
    /// The position of the geometry relative to the top left corner of the window geometry.
    public var origin: Point

    public init(surface: Size, geometry: Rectangle, origin: Point) {
        self.surface = surface
        self.geometry = geometry
        self.origin = origin
    }
}

/// A visible object in a window.
public struct AccessPlace: Equatable, Sendable {
    public var name: String
    public var role: AccessRole
    /// The visible part, relative to the top left corner of the window geometry.
    public var area: Rectangle
    /// The text content, possibly truncated.
    public var text: String

    public init(name: String, role: AccessRole, area: Rectangle, text: String = "") {
        self.name = name
        self.role = role
        self.area = area
        self.text = text
    }

    /// The position to press: the centre, or near the beginning of the text in a row of a list, whose centre is usually
    /// empty.
    public var point: Point {
        guard role.isRow, area.width > 4 * Self.indent else { return area.center }
        let x = name.isRightToLeft ? area.maxX - Self.indent : area.x + Self.indent
        return Point(x: x, y: area.center.y)
    }

    /// The distance from the row's edge, in points.
    private static let indent = 24.0
}

extension String {
    /// Whether the first letter is of a right-to-left script.
    var isRightToLeft: Bool {
        for scalar in unicodeScalars where scalar.properties.isAlphabetic {
            return (0x590...0x8ff).contains(scalar.value) || (0xfb1d...0xfdff).contains(scalar.value)
                || (0xfe70...0xfeff).contains(scalar.value) || (0x10800...0x10fff).contains(scalar.value)
                || (0x1e800...0x1efff).contains(scalar.value)
        }
        return false
    }
}
