// SPDX-License-Identifier: MIT

// The positions of objects. Clients on Wayland do not know the positions of their windows, so "window" and "screen"
// coordinates coincide, and their origin depends on the toolkit. It is derived from the size of the window's frame:
//
//   size of the frame               origin of coordinates              observed with
//   ------------------------------  ---------------------------------  ----------------------------
//   the window geometry             its top left corner                GTK 4, Qt 6 without decorations, Firefox
//   the surface, shadow included    that of the surface                GTK 3, Chromium
//   less than the window, and Qt    its content, below Qt's own title  Qt 6 with Qt's decorations
//   any, and Gecko                  that of the surface                Firefox, below GTK's title as well
//
// LibreOffice combines both: objects drawn by GTK, and below them a document window of its own, a "root pane", whose
// coordinates begin at its own corner.

/// The reason why a name cannot be resolved.
public enum AccessMistake: Error, Equatable, Sendable {
    /// The application exposes nothing to assistive technology.
    case noApplication
    /// The application has no matching window.
    case noWindow
    /// This number of windows match, and the result differs between them.
    case alike(Int)
    /// One window matches and has this size, but the origin of its coordinates is unknown.
    case unknownOrigin(Size)
    /// No object has the name; these exist.
    case noName([AccessPlace])
    /// Several objects match, the nearest first, and the query has no number.
    case several([AccessPlace])
    /// The number exceeds the count of matching objects, the nearest first.
    case fewer([AccessPlace])
}

extension AccessTree {
    /// Returns the visible objects with a name or a text in a window: first those in its menus, the topmost menu first.
    public func places(in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try allPlaces(in: window).withoutEmpty
    }

    /// Returns the same, including text containers that are empty or whose text was not requested.
    func allPlaces(in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try common(to: settled(in: window).layers(in: window).map { layers in layers.flatMap { $0.map(\.place) } })
    }

    /// Returns the visible objects: one list for each popup, the topmost first, and one for the window. One element for
    /// each frame that may be the window's. Requires a settled tree.
    private func layers(in window: AccessWindow) throws(AccessMistake) -> [[[Seen]]] {
        guard !objects.isEmpty else { throw .noApplication }
        let frames = try frames(of: window)
        let (popups, taken) = popupLayers(of: window)
        let inside = Rectangle(origin: .zero, size: window.geometry.size)
        var layers: [[[Seen]]] = []
        for frame in frames {
            let origin = try origin(of: frame, in: window)
            layers.append(popups + [seen(from: [frame.id], movedBy: origin, within: inside, except: taken)])
        }
        return layers
    }

    /// Returns the objects in a window. If several frames match, the results have to be equal, since any choice would
    /// be a guess.
    private func common(to found: [[AccessPlace]]) throws(AccessMistake) -> [AccessPlace] {
        guard let first = found.first else { throw .noWindow }
        guard found.allSatisfy({ $0 == first }) else { throw .alike(found.count) }
        return first
    }

    /// Returns the visible objects below the roots.
    /// - Parameters:
    ///   - roots: Objects that are fully visible and are not included themselves.
    ///   - taken: Objects to skip, with all of their descendants.
    func seen(
        from roots: Set<Int>, movedBy origin: Point, within area: Rectangle, except taken: Set<Int>
    ) -> [Seen] {
        var places: [Seen] = []
        var shown: [Int: Rectangle] = [:]
        // The offsets of objects in a root pane.
        var shifts: [Int: Point] = [:]
        for root in roots { shown[root] = area }
        for object in objects where !taken.contains(object.id) && !roots.contains(object.id) {
            guard let parent = object.parent, let around = shown[parent] else { continue }
            let extent = object.area
            let shift = shifts[parent] ?? shift(of: object, movedBy: origin, within: area)
            if let shift { shifts[object.id] = shift }
            // LibreOffice exposes its menus twice; those that GTK does not show are in a bar with a height of 0.
            guard shift == nil || object.role != .menuBar || extent.height > 0 else { continue }
            let whole = Rectangle(origin: extent.origin + origin + (shift ?? .zero), size: extent.size)
            guard extent.width > 0, extent.height > 0, let seen = whole.clipped(to: area)?.clipped(to: around)
            else {
                // Its children may be visible nevertheless.
                shown[object.id] = around
                continue
            }
            shown[object.id] = seen
            guard !object.name.isEmpty || !object.text.isEmpty || object.role.holdsText else { continue }
            let place = AccessPlace(name: object.name, role: object.role, area: seen, text: object.text)
            places.append(Seen(place: place, id: object.id))
        }
        return places
    }

    /// Returns the object with a name.
    /// - Parameters:
    ///   - role: The role, or nil for any.
    ///   - number: The number among several objects, 1 for the nearest; nil requires a single one.
    ///   - point: The reference for distances, relative to the top left corner of the window geometry.
    ///   - onlyInPopups: Whether to search only in menus and other popups of the window.
    public func place(
        named name: String, role: AccessRole? = nil, number: Int? = nil, in window: AccessWindow, near point: Point,
        onlyInPopups: Bool = false
    ) throws(AccessMistake) -> AccessPlace {
        let tree = settled(in: window)
        let layers = onlyInPopups ? [tree.popupLayers(of: window).layers] : try tree.layers(in: window)
        let all = layers.joined().joined().filter { !$0.place.name.isEmpty }
        let ofRole = all.filter { role == nil || $0.place.role == role }
        let found = try common(to: layers.map { places(named: name, role: role, among: $0) }).sorted {
            $0.point.squaredDistance(to: point) < $1.point.squaredDistance(to: point)
        }
        guard let first = found.first else { throw .noName((ofRole.isEmpty ? all : ofRole).map(\.place)) }
        guard let number else {
            guard found.count == 1 else { throw .several(found) }
            return first
        }
        guard found.indices.contains(number - 1) else { throw .fewer(found) }
        return found[number - 1]
    }

    /// Returns all objects with a name: exact matches if there are any.
    func places(named name: String, role: AccessRole?, in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try common(to: settled(in: window).layers(in: window).map { places(named: name, role: role, among: $0) })
    }

    private func places(named name: String, role: AccessRole?, among layers: [[Seen]]) -> [AccessPlace] {
        // Popups hide the objects under them.
        let named = layers.lazy.map { matches(name, role, among: $0) }.first { !$0.isEmpty } ?? []
        return withoutLabels(named).map(\.place).withoutDoubles
    }

    private func matches(_ name: String, _ role: AccessRole?, among all: [Seen]) -> [Seen] {
        let ofRole = all.filter { !$0.place.name.isEmpty && (role == nil || $0.place.role == role) }
        let exact = ofRole.filter { $0.place.name == name }
        return exact.isEmpty ? ofRole.filter { $0.place.name.folded == name.folded } : exact
    }

    /// Removes labels of objects that match as well: GTK 4.18 exposes a button's label inside of the button, at a wrong
    /// position.
    private func withoutLabels(_ named: [Seen]) -> [Seen] {
        guard named.count > 1 else { return named }
        let ids = Set(named.map(\.id))
        var around: [Int: Int] = [:]
        for object in objects { around[object.id] = object.parent }
        return named.filter { seen in
            guard seen.place.role.isLabel else { return true }
            var parent = around[seen.id]
            // Applications may report cycles.
            for _ in objects {
                guard let outer = parent else { return true }
                if ids.contains(outer) { return false }
                parent = around[outer]
            }
            return true
        }
    }

    /// Returns the application's frames that match the window: by title, as far as toolkits provide it; then by size,
    /// by keyboard focus, and by the presence of objects. Several, if all of these are equal.
    private func frames(of window: AccessWindow) throws(AccessMistake) -> [AccessObject] {
        var frames = objects.filter { $0.parent == nil }
        let title = window.title.trimmed
        let rules: [(AccessObject) -> Bool] = [
            { $0.name.trimmed == title },
            // Qt omits the program's name.
            { !$0.name.isEmpty && title.hasPrefix($0.name.trimmed) },
            // GTK 3 has no name for a window with a header bar.
            { $0.name.isEmpty },
        ]
        // Some hosts provide no titles.
        if !title.isEmpty {
            guard let rule = rules.first(where: { rule in frames.contains(where: rule) }) else { throw .noWindow }
            frames = frames.filter(rule)
        }
        for rule: (AccessObject) -> Bool in [
            { $0.area.size.isNearly(window.geometry.size) || window.isSurface($0.area.size) },
            { (try? self.origin(of: $0, in: window)) != nil },
            { $0.isActive == window.isActive },
            // Closed windows are kept without objects. In a partial tree, a frame without objects may not have answered
            // yet.
            { frame in self.isPartial || self.objects.contains { $0.parent == frame.id } },
        ] where frames.count > 1 && frames.contains(where: rule) {
            frames = frames.filter(rule)
        }
        guard !frames.isEmpty else { throw .noWindow }
        return frames
    }

    /// Returns the offset to add to the positions in a frame.
    private func origin(of frame: AccessObject, in window: AccessWindow) throws(AccessMistake) -> Point {
        let size = frame.area.size
        // The frame reports its own position.
        if toolkit == "Gecko" { return Point(x: -window.geometry.x, y: -window.geometry.y) }
        if size.isNearly(window.geometry.size) {
            return Point(x: -frame.area.x, y: -frame.area.y)
        }
        if window.isSurface(size) { return Point(x: -window.geometry.x, y: -window.geometry.y) }
        let side = (window.geometry.width - size.width) / 2
        let top = window.geometry.height - size.height - side
        guard toolkit == "Qt", side >= 0, top >= side else { throw .unknownOrigin(size) }
        return Point(x: side, y: top)
    }

    /// Returns an additional offset for the objects in a root pane that is as wide as the window and ends at its bottom
    /// edge.
    private func shift(of object: AccessObject, movedBy origin: Point, within area: Rectangle) -> Point? {
        guard object.role == .rootPane, !["Gecko", "Chromium", "Qt"].contains(toolkit),
            abs(object.area.width - area.width) <= 1, object.area.height <= area.height + 1
        else { return nil }
        return Point(x: area.x, y: area.maxY - object.area.height) - (object.area.origin + origin)
    }
}

/// A visible object, with its identifier.
struct Seen {
    var place: AccessPlace
    var id: Int
}

extension AccessWindow {
    /// Whether a size equals that of the surface, shadow included.
    fileprivate func isSurface(_ size: Size) -> Bool {
        if let surface { return size.isNearly(surface) }
        // The surface contains at least the window geometry.
        return size.width >= geometry.maxX - 1 && size.height >= geometry.maxY - 1
            && !size.isNearly(geometry.size) && geometry.x >= 0 && geometry.y >= 0
    }
}

extension [AccessPlace] {
    /// The objects with a name or a text.
    fileprivate var withoutEmpty: [AccessPlace] { filter { !$0.name.isEmpty || !$0.text.isEmpty } }

    /// Removes objects at the same position as an earlier one with the same name, for example a button's label. The
    /// first is kept, since it contains the others.
    var withoutDoubles: [AccessPlace] {
        let near = 12.0
        return reduce(into: []) { kept, place in
            let isThere = kept.contains {
                $0.area.center.squaredDistance(to: place.area.center) < near * near
            }
            if !isThere { kept.append(place) }
        }
    }
}

extension Rectangle {
    func clipped(to other: Rectangle) -> Rectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard right > left, bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Size {
    /// Whether the sizes are equal within the rounding of pixels.
    func isNearly(_ other: Size) -> Bool {
        abs(width - other.width) <= 1 && abs(height - other.height) <= 1
    }
}

extension String {
    /// The text in lower case, without surrounding blanks (GTK 3 adds some for accelerators), and with an ellipsis in
    /// place of three dots.
    var folded: String {
        let text = trimmed.lowercased()
        return text.hasSuffix("...") ? text.dropLast(3) + "…" : text
    }

    /// The text without surrounding blanks.
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
