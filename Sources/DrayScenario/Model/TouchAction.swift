// SPDX-License-Identifier: MIT

/// What a finger does. Fingers are told apart by a number, `wl_touch`'s id; the first is 0.
package enum TouchAction: Equatable, Sendable {
    case down(finger: Int, at: Place)
    case move(finger: Int, Motion)
    /// Several fingers move at the same time, each in its own.
    case moveTogether([FingerMotion])
    case up(finger: Int)
    /// The screen calls off all fingers, as for a palm that lies on it: `wl_touch.cancel`.
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
            Case("down", "A finger is put down.", down) { $0 },
            Case("move", "A finger moves, or several in a list at the same time.", move) { $0 },
            Case("up", "A finger is lifted: its number.", .integer(in: 0...31)) { .up(finger: $0) },
        ])
    )
    .named("touch")

    /// What needs nothing else: `touch: cancel`.
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
