// SPDX-License-Identifier: MIT

/// The zones of one surface: which one content is over.
public struct ZoneMap: Equatable, Sendable {
    /// In the order in which they were created.
    public var zones: [Zone]

    /// The least extent of what a finger can hit, in points (HIG-34).
    public static let fingerExtent = 44.0

    /// With what content is held.
    public enum Precision: Hashable, Sendable {
        case pointer
        case finger
    }

    public init(_ zones: [Zone] = []) {
        self.zones = zones
    }

    public var isEmpty: Bool { zones.isEmpty }

    /// The zone at a point local to the surface: the one created last of those that lie there. With a finger a miss of an
    /// accepting zone counts as a hit of the nearest, as if each were at least as large as a finger (HIG-34).
    public func zone(at point: Point, _ precision: Precision) -> Zone? {
        let hit = zones.last { $0.bounds.contains(point) }
        switch precision {
        case .pointer: return hit
        case .finger:
            if let hit, hit.behaviour.contains(.accepting) { return hit }
            return nearMiss(at: point) ?? hit
        }
    }

    private func nearMiss(at point: Point) -> Zone? {
        var nearest: (zone: Zone, distance: Double)?
        for zone in zones where zone.behaviour.contains(.accepting) && !zone.bounds.isEmpty {
            guard zone.bounds.enlarged(to: Self.fingerExtent).contains(point) else { continue }
            let distance = zone.bounds.squaredDistance(to: point)
            if distance <= nearest?.distance ?? .infinity { nearest = (zone, distance) }
        }
        return nearest?.zone
    }
}

extension Rectangle {
    /// The same around its middle, at least as large as this in both directions.
    fileprivate func enlarged(to extent: Double) -> Rectangle {
        let width = max(width, extent)
        let height = max(height, extent)
        return Rectangle(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
}
