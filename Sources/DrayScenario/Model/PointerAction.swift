// SPDX-License-Identifier: MIT

/// What the mouse does.
package enum PointerAction: Equatable, Sendable {
    case move(Motion)
    case press(Button)
    case release(Button)
    case click(Click)
    case scroll(Scroll)

    package enum Button: String, CaseIterable, Sendable {
        case left, right, middle, back, forward
    }

    /// One or more presses and releases, where the pointer is or at a place that it jumps to.
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

    /// A turn of the wheel or two fingers on a touchpad, in logical pixels; positive is right and down.
    package struct Scroll: Equatable, Sendable {
        package var x: Double
        package var y: Double
        package var source: Source

        package init(x: Double, y: Double, source: Source) {
            self.x = x
            self.y = y
            self.source = source
        }

        /// The same names as `wl_pointer.axis_source`.
        package enum Source: String, CaseIterable, Sendable {
            case wheel, finger
        }
    }
}

extension PointerAction {
    static let shape = Shape<PointerAction>.choice([
        Case("move", "To a place, or along a path.", Motion.shape, PointerAction.move),
        Case("press", "A button goes down.", Shape<Button>.word, PointerAction.press),
        Case("release", "A button comes up.", Shape<Button>.word, PointerAction.release),
        Case("click", "Down and up: a button, or more in a mapping.", Click.shape, PointerAction.click),
        Case("scroll", "By `[x, y]` logical pixels, or more in a mapping.", Scroll.shape, PointerAction.scroll),
    ])
    .named("pointer")
}

extension PointerAction.Click {
    fileprivate static let shape = Shape<Self>.scalar(
        Shape<PointerAction.Button>.word.map { Self(button: $0, at: nil, count: 1) },
        or: .record { keys in
            let button = keys.optional(
                "button", "`left` if left out.", Shape<PointerAction.Button>.word, default: .left)
            let place = keys.optional("at", "Where; else where the pointer is.", Place.shape)
            let count = keys.optional("count", "2 for a double click.", .integer(in: 1...10), default: 1)
            return Self(button: button, at: place, count: count)
        })
}

extension PointerAction.Scroll {
    fileprivate static let shape = Shape<Self>.list(
        .pair(of: .number(in: -65536...65536), expected: "`[x, y]`") { Self(x: $0, y: $1, source: .wheel) },
        or: .record { keys in
            let distance = keys.required("by", "`[x, y]`; positive is right and down.", ScreenPoint.shape)
            let source = keys.optional("source", "`wheel` if left out.", Shape<Source>.word, default: .wheel)
            return distance.map { Self(x: $0.x, y: $0.y, source: source) }
        })
}
