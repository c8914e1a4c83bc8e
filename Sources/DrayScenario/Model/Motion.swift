// SPDX-License-Identifier: MIT

/// A movement from where something is, through some places, to the last of them.
package struct Motion: Equatable, Sendable {
    /// Never empty; the last is where it ends.
    package var path: [Place]
    package var duration: Duration
    package var easing: Easing
    package var location: Location

    package init(path: [Place], duration: Duration, easing: Easing, location: Location) {
        self.path = path
        self.duration = duration
        self.easing = easing
        self.location = location
    }

    package enum Easing: String, CaseIterable, Sendable {
        case linear
        case easeIn = "ease-in"
        case easeOut = "ease-out"
        case easeInOut = "ease-in-out"

        /// The share of the way, from 0 to 1, after a share of the time.
        package func progress(_ time: Double) -> Double {
            let time = min(max(time, 0), 1)
            switch self {
            case .linear: return time
            case .easeIn: return time * time * time
            case .easeOut: return 1 - (1 - time) * (1 - time) * (1 - time)
            case .easeInOut: return time * time * (3 - 2 * time)
            }
        }
    }

    /// The keys that every movement has.
    package static func read(_ keys: Keys) -> Motion? {
        let path = keys.exactlyOne([
            Case("to", "Where it ends.", Place.shape) { [$0] },
            Case("along", "The places it passes, and where it ends.", .list(of: Place.shape, minimum: 1)) { $0 },
        ])
        let duration = keys.optional(
            "duration", "How long it takes; 300ms if left out.", .duration, default: .milliseconds(300))
        let easing = keys.optional(
            "easing", "How the speed changes; `ease-in-out` if left out.", Shape<Easing>.word, default: .easeInOut)
        return path.map { Motion(path: $0, duration: duration, easing: easing, location: keys.location) }
    }

    static let shape = Shape<Motion>.record { read($0) }.named("motion")
}
