// SPDX-License-Identifier: MIT

/// An action of the mouse.
package enum PointerAction: Equatable, Sendable {
    case move(Motion)
    case press(Button)
    case release(Button)
    case click(Click)
    case scroll(Scroll)

    package enum Button: String, CaseIterable, Sendable {
        case left, right, middle, back, forward
    }

    /// One or more clicks, at the current position or at a place that the pointer jumps to.
    package struct Click: Equatable, Sendable {
        package var button: Button
        package var at: Place?
        package var count: Int

        package init(button: Button, at: Place? = nil, count: Int) {
            self.button = button
            self.at = at
            self.count = count
        }
    }

    /// A scroll by wheel or by two fingers on a touchpad, in logical pixels; positive is right and down.
    package struct Scroll: Equatable, Sendable {
        package var x: Double
        package var y: Double
        package var source: Source

        package init(x: Double, y: Double, source: Source) {
            self.x = x
            self.y = y
            self.source = source
        }

        /// The values of `wl_pointer.axis_source`.
        package enum Source: String, CaseIterable, Sendable {
            case wheel, finger
        }
    }
}

extension PointerAction {
    static let shape = Shape<PointerAction>.choice([
        Case("move", "Move to a place, or along a path.", Motion.shape, PointerAction.move),
        Case("press", "Press a button.", Shape<Button>.word, PointerAction.press),
        Case("release", "Release a button.", Shape<Button>.word, PointerAction.release),
        Case("click", "Press and release: a button, or a mapping with more.", Click.shape, PointerAction.click),
        Case(
            "scroll", "Scroll by `[x, y]` logical pixels, or a mapping with more.", Scroll.shape, PointerAction.scroll),
    ])
    .named("pointer")
}

extension PointerAction.Click {
    fileprivate static let shape = Shape<Self>.scalar(
        Shape<PointerAction.Button>.word.map { Self(button: $0, at: nil, count: 1) },
        or: .record { keys in
            let button = keys.optional(
                "button", "The button; `left` if left out.", Shape<PointerAction.Button>.word, default: .left)
            let place = keys.optional("at", "The place; the current position if left out.", Place.shape)
            let count = keys.optional(
                "count", "The number of clicks, 2 for a double click.", .integer(in: 1...10), default: 1)
            return Self(button: button, at: place, count: count)
        })
}

extension PointerAction.Scroll {
    fileprivate static let shape = Shape<Self>.list(
        .pair(of: .number(in: -65536...65536), expected: "`[x, y]`") { Self(x: $0, y: $1, source: .wheel) },
        or: .record { keys in
            let distance = keys.required("by", "The distance, `[x, y]`; positive is right and down.", ScreenPoint.shape)
            let source = keys.optional(
                "source", "The source; `wheel` if left out.", Shape<Source>.word, default: .wheel)
            return distance.map { Self(x: $0.x, y: $0.y, source: source) }
        })
}
