// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

/// What the hand that plays a scenario has done last, as far as it bears on what it does next.
struct Hand {
    /// Says once more where the pointer, the fingers or the pen are.
    var sayAgain: () -> Void = {}
    /// Something was pressed, and has not moved since.
    var hasJustPressed = false
    private var lastPress: Press?

    /// A button that went down.
    struct Press {
        let button: PointerAction.Button
        let place: Point
        /// In the scenario's time.
        let time: Instant
        let origin: Origin
        /// Whether others follow at once, as in a double click.
        var isFirstOfSeveral = false

        /// Which step it belongs to.
        enum Origin {
            /// A `click`, whose count says how many clicks there are.
            case click
            /// A `press` or a `drag`: what makes several of them one thing is the file's business.
            case press
        }
    }

    /// After so long no toolkit takes a press for another click of the one before. The usual limits are 400 ms (GTK, Qt)
    /// and 500 ms (browsers), from one press to the next.
    private static let clickGap: UInt64 = 600_000
    /// From so far away no toolkit does; the limits are 4 to 5 points, and more with a finger or a pen.
    private static let clickReach = 32.0

    /// A step is about to press a button, for the first time.
    /// - Returns: when it may, in the scenario's time, so that no toolkit takes it for a further click of what was pressed
    ///   before; nil if at once.
    func earliest(_ press: Press) -> Instant? {
        guard let last = lastPress, last.button == press.button else { return nil }
        // GTK counts the clicks of a double click from one that was elsewhere just before.
        let isNear = last.place.squaredDistance(to: press.place) < Self.clickReach * Self.clickReach
        guard isNear || press.isFirstOfSeveral else { return nil }
        switch (last.origin, press.origin) {
        case (.press, .press): return nil
        case (.click, .click), (.click, .press), (.press, .click):
            return last.time.advanced(byMicroseconds: Self.clickGap)
        }
    }

    /// The button went down now.
    mutating func pressed(_ press: Press) { lastPress = press }
}
