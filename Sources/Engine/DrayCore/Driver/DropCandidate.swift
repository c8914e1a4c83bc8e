// SPDX-License-Identifier: MIT

/// A stop of Tab in a drag by keyboard: a window, or a named object in it.
public struct DropCandidate: Hashable, Sendable {
    /// The window, or a drop target of the host.
    public let surface: SurfaceID
    /// The position in global points.
    public let point: Point
    /// The name from its application; nil for the window itself.
    public let name: String?
    /// The bounds of the window, if known. Global.
    public let window: Rectangle?

    public init(surface: SurfaceID, point: Point, name: String? = nil, window: Rectangle? = nil) {
        self.surface = surface
        self.point = point
        self.name = name
        self.window = window
    }
}

extension DropCandidate {
    /// Whether a pointer at this position counts as being at the candidate when a traversal begins.
    func isAt(_ point: Point) -> Bool {
        let near = 12.0
        return self.point.squaredDistance(to: point) < near * near
    }
}

extension [DropCandidate] {
    /// Returns the index of a candidate that may have moved: the nearest one with its name in its window.
    func index(of stop: DropCandidate) -> Int? {
        indices.filter { self[$0].surface == stop.surface && self[$0].name == stop.name }
            .min { self[$0].point.squaredDistance(to: stop.point) < self[$1].point.squaredDistance(to: stop.point) }
    }

    /// Returns all candidates in order, beginning after this one and ending with it.
    func following(_ current: DropCandidate?, backwards: Bool) -> [DropCandidate] {
        guard let current, let index = index(of: current) else { return backwards ? reversed() : self }
        return backwards
            ? self[..<index].reversed() + self[index...].reversed() : Array(self[(index + 1)...] + self[...index])
    }

    /// Returns the candidate a number of steps from the current one, cyclically. Without a current one, the first step
    /// leads to the first, or backwards to the last.
    func stepped(_ steps: Int, from current: DropCandidate?) -> DropCandidate? {
        guard !isEmpty else { return nil }
        let start = current.flatMap(index) ?? (steps > 0 ? -1 : 0)
        let index = (start + steps) % count
        return self[index < 0 ? index + count : index]
    }

    func hasNames(in surface: SurfaceID) -> Bool { contains { $0.surface == surface && $0.name != nil } }
}
