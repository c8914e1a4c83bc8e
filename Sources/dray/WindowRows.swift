// SPDX-License-Identifier: MIT

import DrayCore
import DrayProxy
import DrayScenario

/// Where the windows of a recording go: beside each other, in rows, so that none covers another.
struct WindowRows {
    /// The screen that has room for them.
    private(set) var screen = ScreenSize(width: 1280, height: 720)
    private var next = ScreenPoint(x: gap, y: gap)
    /// How far the row reaches down.
    private var bottom = 0.0

    private static let gap = 20.0
    /// Of a window that tells no size, or may be larger when it starts again.
    private static let least = (width: 600.0, height: 440.0)
    private static let rowWidth = 6000.0

    /// Makes room for a window of which that place is known.
    /// - Returns: where it goes.
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
