// SPDX-License-Identifier: MIT

// Where things are. No client on Wayland knows where its window is, so "in the window" and "on the screen" mean the same, and what
// they begin at depends on the toolkit. The window's own frame tells which:
//
//   the frame is as large as        and so places begin at             seen with
//   ------------------------------  ---------------------------------  ----------------------------
//   the window a person sees        its upper left corner              GTK 4, Qt 6 without decorations, Firefox
//   the surface, shadow included    the surface's                      GTK 3, Chromium
//   less than the window, and Qt    its content, below Qt's own title  Qt 6 with Qt's decorations
//   of any size, and Gecko          the surface's                      Firefox, below GTK's title as well
//
// LibreOffice has both: what GTK draws for it, and below that a document window of its own, a "root pane", whose places begin at that
// one's corner.

/// Why a name leads nowhere.
public enum AccessMistake: Error, Equatable, Sendable {
    /// The application shows nothing to assistive technology.
    case noApplication
    /// It has no window like this one.
    case noWindow
    /// It has so many that may be this one, and what is asked for is not the same in all.
    case alike(Int)
    /// It has one, which is as large as this; nobody knows where things are in it.
    case unknownOrigin(Size)
    /// Nothing has that name; there is this.
    case noName([AccessPlace])
    /// There are several, the nearest first, and no number says which.
    case several([AccessPlace])
    /// There are no more than this, the nearest first.
    case fewer([AccessPlace])
}

extension AccessTree {
    /// What has a name, or a text, in a window and can be seen there: first what is in its menus, the topmost before the others.
    public func places(in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try allPlaces(in: window).withoutEmpty
    }

    /// The same, and what holds text without having any, or of which nobody has asked for that.
    func allPlaces(in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try common(to: settled(in: window).layers(in: window).map { layers in layers.flatMap { $0.map(\.place) } })
    }

    /// What can be seen, each with the number of its object: a list for each popup, the topmost first, and one for the window. For
    /// each frame that may be the window's. Of a tree that is settled.
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

    /// What was found in a window, where several frames may be that one's: nobody guesses.
    private func common(to found: [[AccessPlace]]) throws(AccessMistake) -> [AccessPlace] {
        guard let first = found.first else { throw .noWindow }
        guard found.allSatisfy({ $0 == first }) else { throw .alike(found.count) }
        return first
    }

    /// What can be seen of some objects and what is in them.
    /// - Parameters:
    ///   - roots: seen whole, and not told of themselves.
    ///   - taken: objects that are elsewhere, with all that is in them.
    func seen(
        from roots: Set<Int>, movedBy origin: Point, within area: Rectangle, except taken: Set<Int>
    ) -> [Seen] {
        var places: [Seen] = []
        var shown: [Int: Rectangle] = [:]
        // Of what is in a root pane: how much farther it is.
        var shifts: [Int: Point] = [:]
        for root in roots { shown[root] = area }
        for object in objects where !taken.contains(object.id) && !roots.contains(object.id) {
            guard let parent = object.parent, let around = shown[parent] else { continue }
            let extent = object.area
            let shift = shifts[parent] ?? shift(of: object, movedBy: origin, within: area)
            if let shift { shifts[object.id] = shift }
            // LibreOffice has its menus twice, and those that GTK does not show in a bar without height.
            guard shift == nil || object.role != .menuBar || extent.height > 0 else { continue }
            let whole = Rectangle(origin: extent.origin + origin + (shift ?? .zero), size: extent.size)
            guard extent.width > 0, extent.height > 0, let seen = whole.clipped(to: area)?.clipped(to: around)
            else {
                // What is in it may be somewhere all the same.
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

    /// The place with a name.
    /// - Parameters:
    ///   - role: if it matters.
    ///   - number: which of several, 1 for the nearest; nil where there is one.
    ///   - point: from where it is near; from the upper left corner of what a person takes for the window.
    ///   - onlyInPopups: whether it is in a menu, or whatever else lies above the window.
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

    /// All places with a name: those to the letter, if there are any.
    func places(named name: String, role: AccessRole?, in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try common(to: settled(in: window).layers(in: window).map { places(named: name, role: role, among: $0) })
    }

    private func places(named name: String, role: AccessRole?, among layers: [[Seen]]) -> [AccessPlace] {
        // What lies above something hides it.
        let named = layers.lazy.map { matches(name, role, among: $0) }.first { !$0.isEmpty } ?? []
        return withoutLabels(named).map(\.place).withoutDoubles
    }

    private func matches(_ name: String, _ role: AccessRole?, among all: [Seen]) -> [Seen] {
        let ofRole = all.filter { !$0.place.name.isEmpty && (role == nil || $0.place.role == role) }
        let exact = ofRole.filter { $0.place.name == name }
        return exact.isEmpty ? ofRole.filter { $0.place.name.folded == name.folded } : exact
    }

    /// Without the labels of what is among these as well: GTK 4.18 shows that of a button inside of it, and in the wrong place.
    private func withoutLabels(_ named: [Seen]) -> [Seen] {
        guard named.count > 1 else { return named }
        let ids = Set(named.map(\.id))
        var around: [Int: Int] = [:]
        for object in objects { around[object.id] = object.parent }
        return named.filter { seen in
            guard seen.place.role.isLabel else { return true }
            var parent = around[seen.id]
            // What applications say may go in a circle.
            for _ in objects {
                guard let outer = parent else { return true }
                if ids.contains(outer) { return false }
                parent = around[outer]
            }
            return true
        }
    }

    /// The window among those of the application: that of the title, as far as toolkits give it; then that of the size, then that
    /// with the keyboard, then that in which anything is. Several where all of this is the same.
    private func frames(of window: AccessWindow) throws(AccessMistake) -> [AccessObject] {
        var frames = objects.filter { $0.parent == nil }
        let title = window.title.trimmed
        let rules: [(AccessObject) -> Bool] = [
            { $0.name.trimmed == title },
            // Qt leaves the program's name out.
            { !$0.name.isEmpty && title.hasPrefix($0.name.trimmed) },
            // GTK 3 has none for a window with a header bar.
            { $0.name.isEmpty },
        ]
        // Some hosts know no titles.
        if !title.isEmpty {
            guard let rule = rules.first(where: { rule in frames.contains(where: rule) }) else { throw .noWindow }
            frames = frames.filter(rule)
        }
        for rule: (AccessObject) -> Bool in [
            { $0.area.size.isNearly(window.geometry.size) || window.isSurface($0.area.size) },
            { (try? self.origin(of: $0, in: window)) != nil },
            { $0.isActive == window.isActive },
            // Windows that are closed are kept, and tell of nothing. What is cut off has not told yet.
            { frame in self.isPartial || self.objects.contains { $0.parent == frame.id } },
        ] where frames.count > 1 && frames.contains(where: rule) {
            frames = frames.filter(rule)
        }
        guard !frames.isEmpty else { throw .noWindow }
        return frames
    }

    /// What is to be added to the places of a frame.
    private func origin(of frame: AccessObject, in window: AccessWindow) throws(AccessMistake) -> Point {
        let size = frame.area.size
        // Its frame says where it is itself.
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

    /// How much farther than the frame says is what is in a root pane as wide as the window, which ends where that ends.
    private func shift(of object: AccessObject, movedBy origin: Point, within area: Rectangle) -> Point? {
        guard object.role == .rootPane, !["Gecko", "Chromium", "Qt"].contains(toolkit),
            abs(object.area.width - area.width) <= 1, object.area.height <= area.height + 1
        else { return nil }
        return Point(x: area.x, y: area.maxY - object.area.height) - (object.area.origin + origin)
    }
}

/// A place, and the number of what is there.
struct Seen {
    var place: AccessPlace
    var id: Int
}

extension AccessWindow {
    /// Whether something is as large as the surface, shadow included.
    fileprivate func isSurface(_ size: Size) -> Bool {
        if let surface { return size.isNearly(surface) }
        // It holds the window at least.
        return size.width >= geometry.maxX - 1 && size.height >= geometry.maxY - 1
            && !size.isNearly(geometry.size) && geometry.x >= 0 && geometry.y >= 0
    }
}

extension [AccessPlace] {
    /// Without what has neither a name nor a text.
    fileprivate var withoutEmpty: [AccessPlace] { filter { !$0.name.isEmpty || !$0.text.isEmpty } }

    /// Without what is where another of the same name is, as a button's label is where the button is: the first is kept, which
    /// holds the others.
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
    /// As large, but for what is lost where pixels are counted.
    func isNearly(_ other: Size) -> Bool {
        abs(width - other.width) <= 1 && abs(height - other.height) <= 1
    }
}

extension String {
    /// Without capitals, blanks at its ends (GTK 3 has some for accelerators), and three dots for the one that they stand for.
    var folded: String {
        let text = trimmed.lowercased()
        return text.hasSuffix("...") ? text.dropLast(3) + "…" : text
    }

    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
