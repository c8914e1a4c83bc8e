// SPDX-License-Identifier: MIT

/// A whole drag with the mouse, in one step.
package struct Drag: Equatable, Sendable {
    package var from: Place
    /// What is selected before, and travels along; what is at `from` is selected after it.
    package var companions: [Place]
    /// Places that it passes on its way.
    package var via: [Place]
    package var to: Place
    package var duration: Duration
    package var easing: Motion.Easing
    package var button: PointerAction.Button
    /// Whether it is to begin a drag; a movement that selects a text or moves a slider begins none.
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

    /// What it is short for: go there, press, move, release.
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
                "items", "Several things: they are selected by clicks and Ctrl, and dragged by the last.",
                Selection.itemsShape
            ) { $0 },
        ])
        let via = keys.optional("via", "Places it passes.", .list(of: Place.shape), default: [])
        let to = keys.required("to", "Where the button is released.", Place.shape)
        let duration = keys.optional(
            "duration", "From press to release; 500ms if left out.", .duration, default: .milliseconds(500))
        let easing = keys.optional(
            "easing", "How the speed changes; `ease-in-out` if left out.", Shape<Motion.Easing>.word,
            default: .easeInOut)
        let button = keys.optional("button", "`left` if left out.", Shape<PointerAction.Button>.word, default: .left)
        let begins = keys.optional(
            "begins", "`false` where nothing is to be dragged, such as for a slider; `true` if left out.", .truth,
            default: true)
        guard let start, let from = start.last, let to else { return nil }
        return Drag(
            from: from, companions: start.dropLast(), via: via, to: to, duration: duration, easing: easing,
            button: button, begins: begins, location: keys.location)
    }
    .named("drag")
}
