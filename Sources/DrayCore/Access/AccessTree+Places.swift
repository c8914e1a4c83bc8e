// SPDX-License-Identifier: MIT

// Where things are. No client on Wayland knows where its window is, so "in the window" and "on the screen" mean the same, and what
// they begin at depends on the toolkit. The window's own frame tells which:
//
//   the frame is as large as        and so places begin at             seen with
//   ------------------------------  ---------------------------------  ----------------------------
//   the window a person sees        its upper left corner              GTK 4, Qt 6 without decorations, Firefox
//   the surface, shadow included    the surface's                      GTK 3, Chromium
//   less than the window, and Qt    its content, below Qt's own title  Qt 6 with Qt's decorations

/// Why a name leads nowhere.
public enum AccessMistake: Error, Equatable, Sendable {
    /// The application shows nothing to assistive technology.
    case noApplication
    /// It has no window like this one.
    case noWindow
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
    /// What has a name in a window and can be seen there.
    public func places(in window: AccessWindow) throws(AccessMistake) -> [AccessPlace] {
        try seen(in: window).map(\.place)
    }

    /// The same, each with the number of its object.
    private func seen(in window: AccessWindow) throws(AccessMistake) -> [Seen] {
        guard !objects.isEmpty else { throw .noApplication }
        let frame = try frame(of: window)
        let origin = try origin(of: frame, in: window)
        let inside = Rectangle(origin: .zero, size: window.geometry.size)
        var members: Set<Int> = [frame.id]
        var places: [Seen] = []
        var shown: [Int: Rectangle] = [frame.id: inside]
        for object in objects {
            guard let parent = object.parent, members.contains(parent), let around = shown[parent] else { continue }
            members.insert(object.id)
            let corner = usesScreen ? object.screen : object.area.origin
            let whole = Rectangle(
                x: corner.x + origin.x, y: corner.y + origin.y, width: object.area.width, height: object.area.height)
            guard object.area.width > 0, object.area.height > 0, let seen = whole.clipped(to: inside) else {
                // What is in it may be somewhere all the same.
                shown[object.id] = around
                continue
            }
            shown[object.id] = seen
            guard !object.name.isEmpty else { continue }
            places.append(
                Seen(place: AccessPlace(name: object.name, role: object.role, area: seen), id: object.id))
        }
        return places
    }

    /// The place with a name.
    /// - Parameters:
    ///   - role: if it matters.
    ///   - number: which of several, 1 for the nearest; nil where there is one.
    ///   - point: from where it is near; from the upper left corner of what a person takes for the window.
    public func place(
        named name: String, role: AccessRole? = nil, number: Int? = nil, in window: AccessWindow, near point: Point
    ) throws(AccessMistake) -> AccessPlace {
        let all = try seen(in: window)
        let ofRole = all.filter { role == nil || $0.place.role == role }
        var named = ofRole.filter { $0.place.name == name }
        if named.isEmpty { named = ofRole.filter { $0.place.name.folded == name.folded } }
        let found = withoutLabels(named).map(\.place).withoutDoubles.sorted {
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
    /// with the keyboard.
    private func frame(of window: AccessWindow) throws(AccessMistake) -> AccessObject {
        var frames = objects.filter { $0.parent == nil }
        let title = window.title.trimmed
        let rules: [(AccessObject) -> Bool] = [
            { $0.name.trimmed == title },
            // Qt leaves the program's name out.
            { !$0.name.isEmpty && title.hasPrefix($0.name.trimmed) },
            // GTK 3 has none for a window with a header bar.
            { $0.name.isEmpty },
        ]
        guard let rule = rules.first(where: { rule in frames.contains(where: rule) }) else { throw .noWindow }
        frames = frames.filter(rule)
        for rule: (AccessObject) -> Bool in [
            { $0.area.size.isNearly(window.geometry.size) || window.isSurface($0.area.size) },
            { $0.isActive == window.isActive },
        ] where frames.contains(where: rule) {
            frames = frames.filter(rule)
        }
        guard let frame = frames.first else { throw .noWindow }
        return frame
    }

    /// What is to be added to the places of a frame.
    private func origin(of frame: AccessObject, in window: AccessWindow) throws(AccessMistake) -> Point {
        let size = frame.area.size
        if size.isNearly(window.geometry.size) {
            return usesScreen ? .zero : Point(x: -frame.area.x, y: -frame.area.y)
        }
        if window.isSurface(size) { return Point(x: -window.geometry.x, y: -window.geometry.y) }
        let side = (window.geometry.width - size.width) / 2
        let top = window.geometry.height - size.height - side
        guard toolkit == "Qt", side >= 0, top >= side else { throw .unknownOrigin(size) }
        return Point(x: side, y: top)
    }

    /// Qt 5 reckons places in the window wrongly.
    private var usesScreen: Bool { toolkit == "Qt" && version.hasPrefix("5.") }
}

/// A place, and the number of what is there.
private struct Seen {
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
    fileprivate func clipped(to other: Rectangle) -> Rectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard right > left, bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Size {
    /// As large, but for what is lost where pixels are counted.
    fileprivate func isNearly(_ other: Size) -> Bool {
        abs(width - other.width) <= 1 && abs(height - other.height) <= 1
    }
}

extension String {
    fileprivate var folded: String { trimmed.lowercased() }

    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
