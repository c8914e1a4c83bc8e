// SPDX-License-Identifier: MIT

/// The items that are on their way to where they belong: what was swapped or dropped slides into its place.
///
/// A pure function of time, which comes with the compositor's frames.
struct Glides: Equatable {
    private var glides: [Item.ID: Glide] = [:]
    /// Whether nothing moves (HIG-18): items are where they belong at once.
    var isReduced = false {
        didSet { if isReduced { glides = [:] } }
    }

    private struct Glide: Equatable {
        let from: Point
        /// The time of the first frame that shows it, in milliseconds; nil before that.
        var start: UInt32?
    }

    /// In milliseconds.
    static let duration = 180.0

    var isEmpty: Bool { glides.isEmpty }

    func contains(_ id: Item.ID) -> Bool { glides[id] != nil }

    /// Lets an item start from some place. The next frame is the first of its way.
    mutating func start(_ id: Item.ID, from place: Point) {
        if !isReduced { glides[id] = Glide(from: place, start: nil) }
    }

    /// Takes note of a frame's time, and forgets who has arrived.
    mutating func advance(to time: UInt32) {
        for (id, glide) in glides {
            guard let start = glide.start else {
                glides[id]?.start = time
                continue
            }
            // The difference is right across the overflow of the 32 bits, too.
            if Double(time &- start) >= Self.duration { glides[id] = nil }
        }
    }

    /// Where an item is shown that belongs at `place`.
    func position(of id: Item.ID, to place: Point, at time: UInt32) -> Point {
        guard let glide = glides[id] else { return place }
        let elapsed = glide.start.map { Double(time &- $0) } ?? 0
        let rest = 1 - min(elapsed / Self.duration, 1)
        // Fast at first, then slower.
        let share = 1 - rest * rest * rest
        return Point(
            x: glide.from.x + (place.x - glide.from.x) * share, y: glide.from.y + (place.y - glide.from.y) * share)
    }
}
