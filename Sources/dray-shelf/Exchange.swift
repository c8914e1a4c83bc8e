// SPDX-License-Identifier: MIT

/// A drop between this window and another one, which both can take back as long as they live (HIG-26).
final class Exchange {
    let number: Int
    /// What has gone from here, or come.
    var items: [Item] = []
    var takeBack: TakeBack?
    /// Whether it was undone, and can be redone.
    var isUndone = false

    init(number: Int) {
        self.number = number
    }

    /// Whether the other window does its part as well.
    var canUndo: Bool { takeBack?.isFinished == true && !isUndone }
    var canRedo: Bool { takeBack?.isFinished == true && isUndone }
}
