// SPDX-License-Identifier: MIT

/// What a finger does. Fingers are told apart by a number, `wl_touch`'s id; the first is 0.
enum TouchAction: Equatable, Sendable {
    case down(finger: Int, at: Place)
    case move(finger: Int, Motion)
    case up(finger: Int)
}

extension TouchAction {
    static let shape = Shape<TouchAction>.choice([
        Case("down", "A finger is put down.", down) { $0 },
        Case("move", "A finger moves.", move) { $0 },
        Case("up", "A finger is lifted: its number.", .integer(in: 0...31)) { .up(finger: $0) },
    ])
    .named("touch")

    private static let down = Shape<TouchAction>.record { keys in
        let place = keys.required("at", "Where.", Place.shape)
        let finger = keys.optional("finger", "Its number; 0 if left out.", .integer(in: 0...31), default: 0)
        return place.map { .down(finger: finger, at: $0) }
    }

    private static let move = Shape<TouchAction>.record { keys in
        let motion = Motion.read(keys)
        let finger = keys.optional("finger", "Its number; 0 if left out.", .integer(in: 0...31), default: 0)
        return motion.map { .move(finger: finger, $0) }
    }
}
