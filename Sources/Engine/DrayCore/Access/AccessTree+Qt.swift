// SPDX-License-Identifier: MIT

// A correction of Qt's "window" coordinates. Qt takes the rectangle of an object on the screen and moves its top left
// corner by the position of the window, but not its bottom right corner: on X11, where windows have a position, all
// objects are too large by that amount. On Wayland, every window is at the screen's corner as far as Qt knows. Observed
// with Qt 6.4.2 on X11, for a window of 420 × 300 at 60, 40:
//
//   object    on the screen          in the window      corrected, in the window
//   --------  ---------------------  -----------------  ------------------------
//   frame     60, 40, 420 × 300      0, 0, 480 × 340    0, 0, 420 × 300
//   menu      66, 40, 29 × 19        6, 0, 89 × 59      6, 0, 29 × 19
//
// Qt 5 additionally moves the top edge by the window's x coordinate.

extension AccessTree {
    /// Returns the tree with Qt's rectangles corrected for a window.
    func settled(in window: AccessWindow) -> AccessTree {
        guard toolkit == "Qt", isQt5 || leavesLowerCorners(window) else { return self }
        var tree = self
        /// The positions of the windows on the screen, by object.
        var corners: [Int: Point] = [:]
        for (index, object) in objects.enumerated() {
            // Applications may report cycles; such an object is in no window.
            let corner = object.parent.map { corners[$0] ?? .zero } ?? object.screen
            corners[object.id] = corner
            tree.objects[index].area = Rectangle(
                origin: isQt5 ? object.screen - corner : object.area.origin, size: object.settledSize)
        }
        return tree
    }

    private var isQt5: Bool { version.hasPrefix("5.") }

    /// Whether a frame has the size of the window only after the correction; other versions of Qt may not need it.
    private func leavesLowerCorners(_ window: AccessWindow) -> Bool {
        objects.contains { frame in
            let whole = window.geometry.size
            return frame.parent == nil && !frame.area.size.isNearly(whole) && frame.settledSize.isNearly(whole)
        }
    }
}

extension AccessObject {
    /// The size from the corner on the screen to the uncorrected bottom right corner.
    fileprivate var settledSize: Size { Size(width: area.maxX - screen.x, height: area.maxY - screen.y) }
}
