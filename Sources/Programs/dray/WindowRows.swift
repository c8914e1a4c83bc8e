// SPDX-License-Identifier: MIT

import DrayCore
import DrayProxy
import DrayScenario

/// Places the windows of a recording side by side in rows, so that none covers another.
struct WindowRows {
    /// The size of a screen that has room for all windows.
    private(set) var screen = ScreenSize(width: 1280, height: 720)
    private var next = ScreenPoint(x: gap, y: gap)
    /// The bottom edge of the current row.
    private var bottom = 0.0

    private static let gap = 20.0
    /// The minimum size of a window, for windows of unknown size and for those that may be larger when they start
    /// again.
    private static let least = (width: 600.0, height: 440.0)
    private static let rowWidth = 6000.0

    /// Makes room for a window of the given placement.
    /// - Returns: the window's position.
    mutating func add(_ place: WindowPlace) -> ScreenPoint {
        let width = max(Self.least.width, place.size.width, place.x).rounded(.up)
        let height = max(Self.least.height, place.size.height, place.y).rounded(.up)
        if next.x > Self.gap, next.x + width > Self.rowWidth { next = ScreenPoint(x: Self.gap, y: bottom + Self.gap) }
        let position = next
        next.x += width + 2 * Self.gap
        bottom = max(bottom, position.y + height)
        screen.width = max(screen.width, Int(min(position.x + width + Self.gap, 16_000)))
        screen.height = max(screen.height, Int(min(bottom + Self.gap, 4000)))
        return position
    }
}
