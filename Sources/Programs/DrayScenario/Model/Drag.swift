// SPDX-License-Identifier: MIT

/// A complete drag with the mouse, in one step.
package struct Drag: Equatable, Sendable {
    package var from: Place
    /// The items selected beforehand, which are dragged together with the item at `from`; that one is selected last.
    package var companions: [Place]
    /// The points that the pointer passes on the way.
    package var via: [Place]
    package var to: Place
    package var duration: Duration
    package var easing: Motion.Easing
    package var button: PointerAction.Button
    /// Whether a drag is expected to start; selecting text or moving a slider starts none.
    package var begins: Bool
    package var location: Location

    package init(
        from: Place, companions: [Place] = [], via: [Place], to: Place, duration: Duration, easing: Motion.Easing,
        button: PointerAction.Button, begins: Bool = true, location: Location
    ) {
        self.from = from
        self.companions = companions
        self.via = via
        self.to = to
        self.duration = duration
        self.easing = easing
        self.button = button
        self.begins = begins
        self.location = location
    }

    /// The equivalent pointer actions: move, press, move, release.
    package var actions: [PointerAction] {
        [
            .move(Motion(path: [from], duration: .zero, easing: .linear, location: location)),
            .press(button),
            .move(Motion(path: via + [to], duration: duration, easing: easing, location: location)),
            .release(button),
        ]
    }
}

extension Drag {
    static let shape = Shape<Drag>.record { keys in
        let start = keys.exactlyOne([
            Case("from", "Where the button is pressed.", Place.shape) { [$0] },
            Case(
                "items", "Several items: they are selected by clicks with Ctrl, and dragged by the last one.",
                Selection.itemsShape
            ) { $0 },
        ])
        let via = keys.optional("via", "Points that the pointer passes.", .list(of: Place.shape), default: [])
        let to = keys.required("to", "Where the button is released.", Place.shape)
        let duration = keys.optional(
            "duration", "The time from press to release; 500ms if left out.", .duration, default: .milliseconds(500))
        let easing = keys.optional(
            "easing", "The easing curve; `ease-in-out` if left out.", Shape<Motion.Easing>.word,
            default: .easeInOut)
        let button = keys.optional(
            "button", "The button; `left` if left out.", Shape<PointerAction.Button>.word, default: .left)
        let begins = keys.optional(
            "begins", "Whether a drag should start; `false` for a slider, for example; `true` if left out.", .truth,
            default: true)
        guard let start, let from = start.last, let to else { return nil }
        return Drag(
            from: from, companions: start.dropLast(), via: via, to: to, duration: duration, easing: easing,
            button: button, begins: begins, location: keys.location)
    }
    .named("drag")
}
