// SPDX-License-Identifier: MIT

/// The zones of one surface, and the hit test for them.
public struct ZoneMap: Equatable, Sendable {
    /// The zones in the order of their creation.
    public var zones: [Zone]

    /// The minimum extent of a touch target, in points (HIG-34).
    public static let fingerExtent = 44.0

    /// The precision of the device that drives the drag.
    public enum Precision: Hashable, Sendable {
        case pointer
        case finger
    }

    public init(_ zones: [Zone] = []) {
        self.zones = zones
    }

    public var isEmpty: Bool { zones.isEmpty }

    /// Returns the zone at a surface-local point, the one created last if several overlap. For a finger, a near miss of
    /// an accepting zone counts as a hit of the nearest one, as if each zone were at least as large as a finger
    /// (HIG-34).
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
    /// Returns a rectangle with the same centre that is at least `extent` wide and high.
    fileprivate func enlarged(to extent: Double) -> Rectangle {
        let width = max(width, extent)
        let height = max(height, extent)
        return Rectangle(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
}
