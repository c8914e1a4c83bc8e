// SPDX-License-Identifier: MIT

// The resolution of a name among all visible objects:
//
//   windows         those whose title equals the given one, else begins with it, else contains it; all, without a title
//   names           exact matches in any window, else matches that ignore case
//   several         by number, the nearest first; without a number it is an error
//   none            for the target, a window with this title; labels in it with the same name do not count, since a
//                   header bar shows the title in one and accepts nothing
//
// Objects that other windows cover completely are not visible.

/// A window with the accessible objects of its application.
public struct NamedWindow: Equatable, Sendable {
    public var surface: SurfaceID
    public var process: Int32
    public var window: AccessWindow
    /// The window geometry in global coordinates. Empty until the host knows it.
    public var area: Rectangle
    /// The geometries of the windows above it, also global.
    public var covers: [Rectangle]
    /// Nil until the application has answered.
    public var tree: AccessTree?

    public init(
        surface: SurfaceID, process: Int32, window: AccessWindow, area: Rectangle, covers: [Rectangle] = [],
        tree: AccessTree? = nil
    ) {
        self.surface = surface
        self.process = process
        self.window = window
        self.area = area
        self.covers = covers
        self.tree = tree
    }

    /// The visible objects with a name, the topmost first.
    public var places: [NamedPlace] {
        guard let tree, let places = try? tree.places(in: window) else { return [] }
        return places.filter { !$0.name.isEmpty }.map(place).filter(isSeen)
    }

    fileprivate func place(_ place: AccessPlace) -> NamedPlace {
        let whole = Rectangle(origin: area.origin + place.area.origin, size: place.area.size)
        return NamedPlace(
            surface: surface, name: place.name, role: place.role, title: window.title,
            point: seen(area.origin + place.point, of: whole), area: whole, window: area)
    }

    /// The window itself.
    fileprivate var whole: NamedPlace {
        NamedPlace(
            surface: surface, name: nil, role: nil, title: window.title, point: seen(area.center, of: area), area: area,
            window: area)
    }

    /// Whether a part of the object is not covered.
    fileprivate func isSeen(_ place: NamedPlace) -> Bool {
        !area.isEmpty && !covers.contains { $0.contains(place.point) }
    }

    /// Whether the window has this title and is visible.
    fileprivate func isTitled(_ name: String) -> Bool { window.title.folded == name.folded && isSeen(whole) }

    /// Returns the point, or the nearest of a grid that no window covers.
    private func seen(_ point: Point, of area: Rectangle) -> Point {
        let others = area.grid.sorted { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) }
        return ([point] + others).first { point in !covers.contains { $0.contains(point) } } ?? point
    }
}

extension Rectangle {
    /// A grid of points, in whole coordinates if the rectangle is large.
    public var grid: [Point] {
        let steps = [0.5, 0.3, 0.7, 0.1, 0.9]
        return steps.flatMap { down in
            steps.map { across in Point(x: x + width * across, y: y + height * down).roundedDown }
        }
        .filter(contains)
    }
}

/// The result of a search by name.
public struct NamedPlace: Equatable, Sendable {
    public var surface: SurfaceID
    /// Nil for a window itself.
    public var name: String?
    public var role: AccessRole?
    /// The title of the window.
    public var title: String
    /// The position to press. Global, as all of these.
    public var point: Point
    public var area: Rectangle
    public var window: Rectangle

    /// The object as a phrase.
    public var words: String {
        kindAndName + (name == nil ? "" : " in \(title.quoted)")
            + " at \(Int(point.x)), \(Int(point.y))"
    }

    fileprivate var kindAndName: String { "\(role?.name ?? "window") \((name ?? title).quoted)" }
}

/// The reason why a name cannot be resolved.
public enum NameMistake: Error, Equatable, Sendable {
    /// No window has this title; these exist.
    case noWindow(NameQuery, [String])
    /// No application in question exposes accessible objects.
    case silence(NameQuery)
    /// No object matches; these exist. `isPartial`: the list is incomplete.
    case notFound(NameQuery, [NamedPlace], isPartial: Bool)
    /// Several objects match, the nearest first.
    case several(NameQuery, [NamedPlace])
    case fewer(NameQuery, [NamedPlace])
    /// The object is in a window with this title, and its application has this number of windows that cannot be
    /// distinguished.
    case alike(NameQuery, title: String, count: Int)
    /// Other windows cover it completely.
    case hidden(NamedPlace)

    /// A message for the user.
    public var words: String {
        switch self {
        case .noWindow(let query, let titles):
            "there is no window \((query.window ?? "").quoted)"
                + (titles.isEmpty ? "; there are no windows" : "; the windows are \(Self.list(titles.map(\.quoted)))")
        case .silence(let query):
            "\(query.words) was not found: the applications tell assistive technology nothing"
        case .notFound(let query, let places, let isPartial):
            "\(query.words) was not found"
                + (places.isEmpty
                    ? ""
                    : "; there is \(Self.list(places.map(\.kindAndName)))")
                + (isPartial ? "; some applications have not listed all of their objects in time" : "")
        case .several(let query, let places):
            "there are \(places.count) of \(query.words): \(Self.numbered(places)); choose one by its number"
        case .fewer(let query, let places): "there is no \(query.words), only \(Self.numbered(places))"
        case .alike(let query, let title, let count):
            "\(query.words) is in \(title.quoted), and its application has \(count) identical windows; "
                + "give one of them keyboard focus"
        case .hidden(let place): "\(place.words) is covered by other windows"
        }
    }

    private static let listLimit = 20

    private static func list(_ words: [String]) -> String { VisibleText.list(words, upTo: listLimit) }

    private static func numbered(_ places: [NamedPlace]) -> String {
        list(places.enumerated().map { "\($0 + 1): \($1.words)" })
    }
}

extension [NamedWindow] {
    /// Returns the windows that match the title of a query.
    public func titled(_ query: NameQuery) throws(NameMistake) -> [NamedWindow] {
        guard let title = query.window else { return self }
        for rule: (String) -> Bool in [
            { $0 == title }, { $0.folded == title.folded }, { $0.folded.hasPrefix(title.folded) },
            { $0.folded.hasPart(title.folded) },
        ] where contains(where: { rule($0.window.title) }) {
            return filter { rule($0.window.title) }
        }
        throw .noWindow(query, map(\.window.title))
    }

    /// Returns the object that matches a query.
    /// - Parameters:
    ///   - point: The reference for distances. Global.
    ///   - mayBeWindow: Whether a window with this title matches if only labels in it have the name.
    public func place(
        _ query: NameQuery, near point: Point, mayBeWindow: Bool
    ) throws(NameMistake) -> NamedPlace {
        let windows = try titled(query)
        guard let name = query.name else {
            let seen = windows.filter { $0.isSeen($0.whole) }
            guard !seen.isEmpty else {
                guard let first = windows.first else { throw .noWindow(query, []) }
                throw .hidden(first.whole)
            }
            return try seen.map(\.whole).chosen(query, near: point)
        }
        var found: [NamedPlace] = []
        var hidden: NamedPlace?
        var alike: (mistake: NameMistake, isToTheLetter: Bool)?
        for window in windows {
            guard let tree = window.tree else { continue }
            let places: [AccessPlace]
            do throws(AccessMistake) {
                places = try tree.places(named: name, role: query.role, in: window.window)
            } catch .alike(let count) where window.isSeen(window.whole) {
                let isToTheLetter = tree.objects.contains { $0.name == name } || alike?.isToTheLetter == true
                alike = (.alike(query, title: window.window.title, count: count), isToTheLetter)
                continue
            } catch {
                continue
            }
            // A query with a window refers to the label itself.
            let isTitle = mayBeWindow && query.role == nil && query.window == nil && window.isTitled(name)
            for place in places.filter({ !isTitle || !$0.role.isHeading }).map(window.place) {
                if window.isSeen(place) { found.append(place) } else { hidden = hidden ?? place }
            }
        }
        let exact = found.filter { $0.name == name }
        if let alike, exact.isEmpty || alike.isToTheLetter { throw alike.mistake }
        if !exact.isEmpty { found = exact }
        if found.isEmpty, mayBeWindow, query.role == nil {
            found = windows.filter { $0.isTitled(name) }.map(\.whole)
        }
        if !found.isEmpty { return try found.chosen(query, near: point) }
        if let hidden { throw .hidden(hidden) }
        let trees = windows.compactMap(\.tree)
        guard trees.contains(where: { !$0.objects.isEmpty }) else { throw .silence(query) }
        let isPartial = trees.count < windows.count || trees.contains(where: \.isPartial)
        throw .notFound(query, windows.flatMap(\.places), isPartial: isPartial)
    }
}

extension [NamedPlace] {
    /// Returns the object with the number of the query.
    fileprivate func chosen(_ query: NameQuery, near point: Point) throws(NameMistake) -> NamedPlace {
        let sorted = sorted { $0.point.squaredDistance(to: point) < $1.point.squaredDistance(to: point) }
        guard let number = query.number else {
            guard sorted.count == 1 else { throw .several(query, sorted) }
            return sorted[0]
        }
        guard sorted.indices.contains(number - 1) else { throw .fewer(query, sorted) }
        return sorted[number - 1]
    }
}
