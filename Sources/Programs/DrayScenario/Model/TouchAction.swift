// SPDX-License-Identifier: MIT

/// An action of a finger. Fingers are identified by a number, the touch point ID of `wl_touch`; the first is 0.
package enum TouchAction: Equatable, Sendable {
    case down(finger: Int, at: Place)
    case move(finger: Int, Motion)
    /// Several fingers move simultaneously, each along its own path.
    case moveTogether([FingerMotion])
    case up(finger: Int)
    /// The device cancels all touch points, as after palm detection: `wl_touch.cancel`.
    case cancel

    package struct FingerMotion: Equatable, Sendable {
        package var finger: Int
        package var motion: Motion

        package init(finger: Int, motion: Motion) {
            self.finger = finger
            self.motion = motion
        }
    }
}

extension TouchAction {
    static let shape = Shape<TouchAction>.scalar(
        Shape<Word>.word.map { word in
            switch word {
            case .cancel: .cancel
            }
        },
        or: .choice([
            Case("down", "Put a finger down.", down) { $0 },
            Case("move", "Move a finger, or several simultaneously, as a list.", move) { $0 },
            Case("up", "Lift a finger, by its number.", .integer(in: 0...31)) { .up(finger: $0) },
        ])
    )
    .named("touch")

    /// Actions without parameters: `touch: cancel`.
    private enum Word: String, CaseIterable, Sendable {
        case cancel
    }

    private static let down = Shape<TouchAction>.record { keys in
        let place = keys.required("at", "Where.", Place.shape)
        let finger = keys.optional("finger", "Its number; 0 if left out.", .integer(in: 0...31), default: 0)
        return place.map { .down(finger: finger, at: $0) }
    }

    private static let move = Shape<TouchAction>.list(
        Shape<[FingerMotion]>.list(of: fingerMotion, minimum: 1).map { .moveTogether($0) },
        or: fingerMotion.map { .move(finger: $0.finger, $0.motion) })

    private static let fingerMotion = Shape<FingerMotion>.record { keys in
        let motion = Motion.read(keys)
        let finger = keys.optional("finger", "Its number; 0 if left out.", .integer(in: 0...31), default: 0)
        return motion.map { FingerMotion(finger: finger, motion: $0) }
    }
}
