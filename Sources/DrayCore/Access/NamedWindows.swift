// SPDX-License-Identifier: MIT

// Which thing a person means by a name, of all that is to be seen:
//
//   of the windows  those whose title is what was said, else begins so, else holds it; all, if none was said
//   of the names    those that are so to the letter, in any window, else those that are so without regard to capitals
//   of several      by number, the nearest first; without one nobody guesses
//   of none         a window whose title is so, if it is where to; its labels that are called so do not count, since a
//                   header bar shows the title in one and takes nothing
//
// What lies wholly below other windows is not to be seen, and not meant.

/// A window, and what its application says is in it.
public struct NamedWindow: Equatable, Sendable {
    public var surface: SurfaceID
    public var process: Int32
    public var window: AccessWindow
    /// What a person takes for the window. Global.
    /// Without extent as long as the host does not know it.
    public var area: Rectangle
    /// What lies above it, likewise.
    public var covers: [Rectangle]
    /// Nil as long as its application has not answered.
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

    /// What has a name in it, the topmost first.
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

    /// Whether anything of it is not below others.
    fileprivate func isSeen(_ place: NamedPlace) -> Bool {
        !area.isEmpty && !covers.contains { $0.contains(place.point) }
    }

    /// Whether the window has that title, and can be seen.
    fileprivate func isTitled(_ name: String) -> Bool { window.title.folded == name.folded && isSeen(whole) }

    /// A point, or the nearest of some others that no window covers.
    private func seen(_ point: Point, of area: Rectangle) -> Point {
        let others = area.grid.sorted { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) }
        return ([point] + others).first { point in !covers.contains { $0.contains(point) } } ?? point
    }
}

extension Rectangle {
    /// Points all over it, in whole numbers where it is large.
    public var grid: [Point] {
        let steps = [0.5, 0.3, 0.7, 0.1, 0.9]
        return steps.flatMap { down in
            steps.map { across in Point(x: x + width * across, y: y + height * down).roundedDown }
        }
        .filter(contains)
    }
}

/// Something that was found by its name.
public struct NamedPlace: Equatable, Sendable {
    public var surface: SurfaceID
    /// Nil for a window itself.
    public var name: String?
    public var role: AccessRole?
    /// Of its window.
    public var title: String
    /// Where to press. Global, as all of these.
    public var point: Point
    public var area: Rectangle
    public var window: Rectangle

    /// As a person reads it.
    public var words: String {
        kindAndName + (name == nil ? "" : " in \(title.quoted)")
            + " at \(Int(point.x)), \(Int(point.y))"
    }

    fileprivate var kindAndName: String { "\(role?.name ?? "window") \((name ?? title).quoted)" }
}

/// Why a name leads nowhere.
public enum NameMistake: Error, Equatable, Sendable {
    /// No window is called so; these are there.
    case noWindow(NameQuery, [String])
    /// No application in question tells anything of itself.
    case silence(NameQuery)
    /// There is this instead. `isPartial`: not all that there is was told.
    case notFound(NameQuery, [NamedPlace], isPartial: Bool)
    /// The nearest first.
    case several(NameQuery, [NamedPlace])
    case fewer(NameQuery, [NamedPlace])
    /// It is in a window with this title, and its application has so many that nothing tells apart.
    case alike(NameQuery, title: String, count: Int)
    /// Something else lies above all of it.
    case hidden(NamedPlace)

    /// For who has asked.
    public var words: String {
        switch self {
        case .noWindow(let query, let titles):
            "there is no window \((query.window ?? "").quoted)"
                + (titles.isEmpty ? "; there is none" : "; there is \(Self.list(titles.map(\.quoted)))")
        case .silence(let query):
            "\(query.words) was not found: the applications tell assistive technology nothing"
        case .notFound(let query, let places, let isPartial):
            "\(query.words) was not found"
                + (places.isEmpty
                    ? ""
                    : "; there is \(Self.list(places.map(\.kindAndName)))")
                + (isPartial ? "; not all that there is was told in time" : "")
        case .several(let query, let places):
            "there are \(places.count) of \(query.words): \(Self.numbered(places)); say which by its number"
        case .fewer(let query, let places): "there is no \(query.words), only \(Self.numbered(places))"
        case .alike(let query, let title, let count):
            "\(query.words) is in \(title.quoted), and its application has \(count) such windows that nothing tells apart; "
                + "that with the keyboard is distinguished from the others"
        case .hidden(let place): "\(place.words) is hidden by what lies above it"
        }
    }

    private static let listLimit = 20

    private static func list(_ words: [String]) -> String { VisibleText.list(words, upTo: listLimit) }

    private static func numbered(_ places: [NamedPlace]) -> String {
        list(places.enumerated().map { "\($0 + 1): \($1.words)" })
    }
}

extension [NamedWindow] {
    /// Those that are meant by a part of a title.
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

    /// What is meant by a name.
    /// - Parameters:
    ///   - point: from where it is near. Global.
    ///   - mayBeWindow: whether a window whose title is so will do, where only labels in that window are called so.
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
            // With a window named as well, the label itself is meant.
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
    /// The one that the number says.
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
