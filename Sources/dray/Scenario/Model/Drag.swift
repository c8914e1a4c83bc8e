// SPDX-License-Identifier: MIT

/// A whole drag with the mouse, in one step.
struct Drag: Equatable, Sendable {
    var from: Place
    /// Places that it passes on its way.
    var via: [Place]
    var to: Place
    var duration: Duration
    var easing: Motion.Easing
    var button: PointerAction.Button
    var location: Location

    /// What it is short for: go there, press, move, release.
    var actions: [PointerAction] {
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
        let from = keys.required("from", "Where the button is pressed.", Place.shape)
        let via = keys.optional("via", "Places it passes.", .list(of: Place.shape), default: [])
        let to = keys.required("to", "Where the button is released.", Place.shape)
        let duration = keys.optional(
            "duration", "From press to release; 500ms if left out.", .duration, default: .milliseconds(500))
        let easing = keys.optional(
            "easing", "How the speed changes; `ease-in-out` if left out.", Shape<Motion.Easing>.word,
            default: .easeInOut)
        let button = keys.optional("button", "`left` if left out.", Shape<PointerAction.Button>.word, default: .left)
        guard let from, let to else { return nil }
        return Drag(
            from: from, via: via, to: to, duration: duration, easing: easing, button: button, location: keys.location)
    }
    .named("drag")
}
