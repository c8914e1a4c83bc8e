// SPDX-License-Identifier: MIT

import DrayScenario

/// A composite command that consists of other commands: a drag, a choice from a menu.
final class WholeCommand {
    /// The number of drags before it.
    let earlierDrags: Int
    /// The modifiers to release if a part fails.
    let held: Set<Modifier>
    /// The buttons to release if a part fails.
    let buttons: [PointerAction.Button]

    init(earlierDrags: Int, held: Set<Modifier>, buttons: [PointerAction.Button]) {
        self.earlierDrags = earlierDrags
        self.held = held
        self.buttons = buttons
    }
}
