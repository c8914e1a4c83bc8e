// SPDX-License-Identifier: MIT

// What a person goes through by Tab (HIG-32), and what a finger may have meant (HIG-34), of all that has a name in a window.

extension AccessTree {
    /// What has a name in a window, or holds text, and is large enough to be meant, in the order in which a person reads.
    public func stops(in window: AccessWindow) -> [AccessPlace] {
        guard let places = try? allPlaces(in: window) else { return [] }
        let large = places.lazy.filter { $0.area.width >= Self.smallest && $0.area.height >= Self.smallest }
        return Array(large.prefix(Self.mostStops)).withoutHolders.withoutDoubles.inReadingOrder
    }

    /// In points.
    private static let smallest = 8.0
    /// In a window. What is done with them takes its square: an application may show thousands.
    private static let mostStops = 400
}

extension [AccessPlace] {
    /// Without what is larger than something of another name in its middle: who goes to a page, or to a box, means what is in
    /// it, and comes to the same point. A button is not much larger than its label.
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

    /// As they are, but what hardly ever takes content comes last.
    public var likelyTargetsFirst: [AccessPlace] { filter { !$0.role.hardlyTakes } + filter(\.role.hardlyTakes) }

    /// Line by line. A line is what lies with its middle beside the topmost thing that is left; it is read from the right where most
    /// names of all are.
    public var inReadingOrder: [AccessPlace] {
        let isRightToLeft = count { $0.name.isRightToLeft } * 2 > count
        var rest = sorted { ($0.area.y, $0.area.x) < ($1.area.y, $1.area.x) }[...]
        var result: [AccessPlace] = []
        result.reserveCapacity(count)
        while let first = rest.first {
            // What is much higher than its neighbours, as a list beside a column of buttons, makes no line of them all.
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

    /// Where a finger may have been meant to be that came down beside something small: in each thing whose surroundings, as large
    /// as a finger needs, hold the finger and which does not hold it itself, the point nearest to it; the nearest first.
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
    /// The point nearest to another that is well inside, or in the middle of what is too small for that.
    public func pointInside(nearest point: Point) -> Point {
        let margin = 3.0
        let (across, down) = (Swift.min(margin, width / 2), Swift.min(margin, height / 2))
        return Point(
            x: Swift.min(Swift.max(point.x, x + across), maxX - across),
            y: Swift.min(Swift.max(point.y, y + down), maxY - down))
    }
}
