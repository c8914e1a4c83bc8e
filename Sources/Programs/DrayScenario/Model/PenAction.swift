// SPDX-License-Identifier: MIT

/// An action of a tablet's pen. Pressure ranges from 0 to 1.
package enum PenAction: Equatable, Sendable {
    /// The pen enters proximity and hovers.
    case enter(Place)
    /// The tip touches the tablet, at the current position or at a place.
    case down(at: Place?, pressure: Double)
    case move(Motion, pressure: Double?)
    /// The pressure changes without motion (HIG-19).
    case press(Double)
    /// A barrel button is pressed.
    case hold(Button)
    /// A barrel button is released.
    case release(Button)
    case up
    /// The pen leaves proximity.
    case leave

    /// The barrel buttons, by position. The lower one, nearer to the tip, acts as the right mouse button; the upper one
    /// acts as Alt (HIG-03).
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
            Case("enter", "Enter proximity and hover over a place.", Place.shape, PenAction.enter),
            Case("down", "Touch the tablet.", down) { $0 },
            Case("move", "Move the pen.", move) { $0 },
            Case("press", "Change the pressure, 0 to 1.", .number(in: 0...1), PenAction.press),
            Case("hold", "Press a barrel button: `upper` for Alt, `lower`.", Shape<Button>.word, PenAction.hold),
            Case("release", "Release a barrel button.", Shape<Button>.word, PenAction.release),
        ])
    )
    .named("pen")

    /// Actions without parameters: `pen: up`.
    private enum Word: String, CaseIterable, Sendable {
        case up, leave
    }

    private static let down = Shape<PenAction>.record { keys in
        let place = keys.optional("at", "The place; the current position if left out.", Place.shape)
        let pressure = keys.optional(
            "pressure", "The pressure, 0 to 1; 0.5 if left out.", .number(in: 0...1), default: 0.5)
        return .down(at: place, pressure: pressure)
    }

    private static let move = Shape<PenAction>.record { keys in
        let motion = Motion.read(keys)
        let pressure = keys.optional("pressure", "The pressure, 0 to 1; unchanged if left out.", .number(in: 0...1))
        return motion.map { .move($0, pressure: pressure) }
    }
}
