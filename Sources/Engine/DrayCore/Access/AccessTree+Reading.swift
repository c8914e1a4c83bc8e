// SPDX-License-Identifier: MIT

// The stops of Tab (HIG-32) and the targets near a finger (HIG-34), from the named objects in a window.

extension AccessTree {
    /// Returns the objects with a name or text in a window that are large enough to be targets, in reading order.
    public func stops(in window: AccessWindow) -> [AccessPlace] {
        guard let places = try? allPlaces(in: window) else { return [] }
        let large = places.lazy.filter { $0.area.width >= Self.smallest && $0.area.height >= Self.smallest }
        return Array(large.prefix(Self.mostStops)).withoutHolders.withoutDoubles.inReadingOrder
    }

    /// The minimum width and height, in points.
    private static let smallest = 8.0
    /// The maximum number in a window. The following steps take quadratic time, and an application may expose
    /// thousands.
    private static let mostStops = 400
}

extension [AccessPlace] {
    /// Removes objects with a smaller object of another name at their centre: a page or a box has the same point as the
    /// object in it, which is the one that is meant. A button is not much larger than its label.
    var withoutHolders: [AccessPlace] {
        let near = 12.0
        return filter { place in
            let point = place.point
            return !contains {
                $0.name != place.name && $0.area.width * $0.area.height * 2 <= place.area.width * place.area.height
                    && $0.area.center.squaredDistance(to: point) < near * near && place.area.contains($0.area.center)
            }
        }
    }

    /// The objects in the same order, except that those that rarely accept content come last.
    public var likelyTargetsFirst: [AccessPlace] { filter { !$0.role.hardlyTakes } + filter(\.role.hardlyTakes) }

    /// The objects in reading order, line by line. A line consists of the objects whose centre is beside the topmost
    /// remaining object. Lines are read from the right if most of the names are in right-to-left scripts.
    public var inReadingOrder: [AccessPlace] {
        let isRightToLeft = count { $0.name.isRightToLeft } * 2 > count
        var rest = sorted { ($0.area.y, $0.area.x) < ($1.area.y, $1.area.x) }[...]
        var result: [AccessPlace] = []
        result.reserveCapacity(count)
        while let first = rest.first {
            // Keeps objects that are much higher than their neighbours, such as a list beside a column of buttons, from
            // merging lines.
            let low = rest.lazy.filter { $0.area.center.y <= first.area.maxY }.map(\.area.maxY).min() ?? first.area.maxY
            let line = rest.filter { $0.area.y <= first.area.y || $0.area.center.y < low }
            let others = rest.filter { !($0.area.y <= first.area.y || $0.area.center.y < low) }
            result += line.sorted {
                isRightToLeft
                    ? ($1.area.maxX, $0.area.y) < ($0.area.maxX, $1.area.y)
                    : ($0.area.x, $0.area.y) < ($1.area.x, $1.area.y)
            }
            rest = others[...]
        }
        return result
    }

    /// Returns the points that a finger may have missed, the nearest first: for each object within reach of the finger
    /// that does not contain it, the nearest point inside of the object.
    public func pointsMeant(by finger: Point) -> [Point] {
        let points: [(point: Point, distance: Double)] = compactMap { place in
            let area = place.area
            guard !area.contains(finger) else { return nil }
            let point = area.pointInside(nearest: finger)
            let distance = point.squaredDistance(to: finger)
            guard distance <= NearMiss.reach * NearMiss.reach else { return nil }
            return (point, distance)
        }
        return points.sorted { $0.distance < $1.distance }.map(\.point)
    }
}

extension Rectangle {
    /// Returns the nearest point that is well inside, or centred in rectangles that are too small for the margin.
    public func pointInside(nearest point: Point) -> Point {
        let margin = 3.0
        let (across, down) = (Swift.min(margin, width / 2), Swift.min(margin, height / 2))
        return Point(
            x: Swift.min(Swift.max(point.x, x + across), maxX - across),
            y: Swift.min(Swift.max(point.y, y + down), maxY - down))
    }
}
