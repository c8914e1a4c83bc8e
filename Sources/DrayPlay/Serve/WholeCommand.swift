// SPDX-License-Identifier: MIT

import DrayScenario

/// A command that a hand carries out by several others, which are its parts: a drag, a choice from a menu.
final class WholeCommand {
    /// How many drags there were before.
    let earlierDrags: Int
    /// What is let go of where a part fails.
    let held: Set<Modifier>
    /// The buttons that are let go of then.
    let buttons: [PointerAction.Button]

    init(earlierDrags: Int, held: Set<Modifier>, buttons: [PointerAction.Button]) {
        self.earlierDrags = earlierDrags
        self.held = held
        self.buttons = buttons
    }
}
