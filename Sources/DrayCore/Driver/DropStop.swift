// SPDX-License-Identifier: MIT

/// A place where Tab goes in a drag by keyboard: a window, or what has a name in one.
public struct DropStop: Hashable, Sendable {
    /// The window, or a place of the host's.
    public let surface: SurfaceID
    /// Global, in points.
    public let point: Point
    /// What its application calls it; nil for the window itself.
    public let name: String?
    /// That it is in, if that is known. Global.
    public let window: Rectangle?

    public init(surface: SurfaceID, point: Point, name: String? = nil, window: Rectangle? = nil) {
        self.surface = surface
        self.point = point
        self.name = name
        self.window = window
    }
}

extension DropStop {
    /// Whether a pointer that is there already is at this one, for who begins to go through them.
    func isAt(_ point: Point) -> Bool {
        let near = 12.0
        return self.point.squaredDistance(to: point) < near * near
    }
}

extension [DropStop] {
    /// Where a stop is now, which may have moved since: the nearest of its name in its window.
    func index(of stop: DropStop) -> Int? {
        indices.filter { self[$0].surface == stop.surface && self[$0].name == stop.name }
            .min { self[$0].point.squaredDistance(to: stop.point) < self[$1].point.squaredDistance(to: stop.point) }
    }

    /// From the one after this on, all the way round.
    func following(_ current: DropStop?, backwards: Bool) -> [DropStop] {
        guard let current, let index = index(of: current) else { return backwards ? reversed() : self }
        return backwards
            ? self[..<index].reversed() + self[index...].reversed() : Array(self[(index + 1)...] + self[...index])
    }

    /// So many steps on from one, all the way round; without one the first step is to the first, or the last.
    func stepped(_ steps: Int, from current: DropStop?) -> DropStop? {
        guard !isEmpty else { return nil }
        let start = current.flatMap(index) ?? (steps > 0 ? -1 : 0)
        let index = (start + steps) % count
        return self[index < 0 ? index + count : index]
    }

    func hasNames(in surface: SurfaceID) -> Bool { contains { $0.surface == surface && $0.name != nil } }
}
