// SPDX-License-Identifier: MIT

/// A movement from the current position through waypoints to the last one.
package struct Motion: Equatable, Sendable {
    /// The waypoints; never empty, the last one is the destination.
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

        /// The eased progress, from 0 to 1, for a share of the time.
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

    /// Reads the keys common to all movements.
    package static func read(_ keys: Keys) -> Motion? {
        let path = keys.exactlyOne([
            Case("to", "The destination.", Place.shape) { [$0] },
            Case("along", "The waypoints and the destination.", .list(of: Place.shape, minimum: 1)) { $0 },
        ])
        let duration = keys.optional(
            "duration", "The duration; 300ms if left out.", .duration, default: .milliseconds(300))
        let easing = keys.optional(
            "easing", "The easing curve; `ease-in-out` if left out.", Shape<Easing>.word, default: .easeInOut)
        return path.map { Motion(path: $0, duration: duration, easing: easing, location: keys.location) }
    }

    static let shape = Shape<Motion>.record { read($0) }.named("motion")
}
