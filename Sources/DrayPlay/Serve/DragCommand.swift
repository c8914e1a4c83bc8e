// SPDX-License-Identifier: MIT

/// A drag that was asked for as a whole: the commands that it is made of are its parts.
final class DragCommand {
    /// How many drags there were before.
    let earlier: Int

    init(earlier: Int) {
        self.earlier = earlier
    }
}
