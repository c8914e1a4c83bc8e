// SPDX-License-Identifier: MIT

/// What the pen of a tablet does. Pressure goes from 0 to 1.
package enum PenAction: Equatable, Sendable {
    /// It comes near the tablet, and hovers.
    case enter(Place)
    /// It touches, where it is or at a place.
    case down(at: Place?, pressure: Double)
    case move(Motion, pressure: Double?)
    /// It presses harder or lighter without moving (HIG-19).
    case press(Double)
    /// A button on it goes down.
    case hold(Button)
    /// A button on it comes up.
    case release(Button)
    case up
    /// It goes out of reach.
    case leave

    /// The buttons on a pen, by their place. The lower one, nearer to the tip, is the right button of a mouse; the upper
    /// one stands for Alt (HIG-03).
    package enum Button: String, CaseIterable, Sendable {
        case lower, upper
    }
}

extension PenAction {
    static let shape = Shape<PenAction>.scalar(
        Shape<Word>.word.map { word in
            switch word {
            case .up: .up
            case .leave: .leave
            }
        },
        or: .choice([
            Case("enter", "It comes near, and hovers over a place.", Place.shape, PenAction.enter),
            Case("down", "It touches.", down) { $0 },
            Case("move", "It moves.", move) { $0 },
            Case("press", "It presses harder or lighter, 0 to 1.", .number(in: 0...1), PenAction.press),
            Case("hold", "A button on it goes down: `upper` for Alt, `lower`.", Shape<Button>.word, PenAction.hold),
            Case("release", "A button on it comes up.", Shape<Button>.word, PenAction.release),
        ])
    )
    .named("pen")

    /// What needs nothing else: `pen: up`.
    private enum Word: String, CaseIterable, Sendable {
        case up, leave
    }

    private static let down = Shape<PenAction>.record { keys in
        let place = keys.optional("at", "Where; else where it hovers.", Place.shape)
        let pressure = keys.optional("pressure", "0 to 1; 0.5 if left out.", .number(in: 0...1), default: 0.5)
        return .down(at: place, pressure: pressure)
    }

    private static let move = Shape<PenAction>.record { keys in
        let motion = Motion.read(keys)
        let pressure = keys.optional("pressure", "0 to 1; as before if left out.", .number(in: 0...1))
        return motion.map { .move($0, pressure: pressure) }
    }
}
