// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

/// The recent input of the played scenario, as far as it affects the next input.
struct Hand {
    /// Repeats the current position of the pointer, fingers or pen.
    var sayAgain: () -> Void = {}
    /// Whether something was pressed and has not moved since.
    var hasJustPressed = false
    private var lastPress: Press?

    /// A button press.
    struct Press {
        let button: PointerAction.Button
        let place: Point
        /// The press's scenario time.
        let time: Instant
        let origin: Origin
        /// Whether further clicks follow immediately, as in a double click.
        var isFirstOfSeveral = false

        /// The kind of step that a press belongs to.
        enum Origin {
            /// A `click`, whose `count` is the number of clicks.
            case click
            /// A `press` or a `drag`, which the scenario may combine with others to a multiple click.
            case press
        }
    }

    /// The interval after which no toolkit counts a press as a further click, in microseconds. The usual limits are 400
    /// ms (GTK, Qt) and 500 ms (browsers), from one press to the next.
    private static let clickGap: UInt64 = 600_000
    /// The distance beyond which no toolkit counts a press as a further click, in logical pixels. The usual limits are
    /// 4 to 5, and more with a finger or a pen.
    private static let clickReach = 32.0

    /// The earliest time for the first press of a step.
    /// - Returns: The earliest scenario time at which no toolkit counts it as a further click of an earlier press; nil
    ///   for immediately.
    func earliest(_ press: Press) -> Instant? {
        guard let last = lastPress, last.button == press.button else { return nil }
        // GTK counts the clicks of a double click even if the first one was elsewhere.
        let isNear = last.place.squaredDistance(to: press.place) < Self.clickReach * Self.clickReach
        guard isNear || press.isFirstOfSeveral else { return nil }
        switch (last.origin, press.origin) {
        case (.press, .press): return nil
        case (.click, .click), (.click, .press), (.press, .click):
            return last.time.advanced(byMicroseconds: Self.clickGap)
        }
    }

    /// Records that the button was pressed.
    mutating func pressed(_ press: Press) { lastPress = press }
}
