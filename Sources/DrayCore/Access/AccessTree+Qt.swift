// SPDX-License-Identifier: MIT

// What Qt means by "in the window". It takes where a thing is on the screen, moves the upper left corner by where the window is, and
// leaves the lower right one where it was: on X11, where windows are somewhere, all is too large by that. On Wayland every window is
// at the screen's corner, as far as Qt knows. Seen with Qt 6.4.2 on X11, for a window of 420 × 300 at 60, 40:
//
//   thing     on the screen          in the window      so it is, in the window
//   --------  ---------------------  -----------------  -----------------------
//   frame     60, 40, 420 × 300      0, 0, 480 × 340    0, 0, 420 × 300
//   menu      66, 40, 29 × 19        6, 0, 89 × 59      6, 0, 29 × 19
//
// Qt 5 moves the upper edge by the window's left one on top of that.

extension AccessTree {
    /// The same, as it is in a window: what Qt says of places put right.
    func settled(in window: AccessWindow) -> AccessTree {
        guard toolkit == "Qt", isQt5 || leavesLowerCorners(window) else { return self }
        var tree = self
        /// Where the windows are on the screen that things are in.
        var corners: [Int: Point] = [:]
        for (index, object) in objects.enumerated() {
            // What applications say may go in a circle: then it is in no window.
            let corner = object.parent.map { corners[$0] ?? .zero } ?? object.screen
            corners[object.id] = corner
            tree.objects[index].area = Rectangle(
                origin: isQt5 ? object.screen - corner : object.area.origin, size: object.settledSize)
        }
        return tree
    }

    private var isQt5: Bool { version.hasPrefix("5.") }

    /// Whether a frame is as large as the window only once that is taken off which Qt has left; other versions may know better.
    private func leavesLowerCorners(_ window: AccessWindow) -> Bool {
        objects.contains { frame in
            let whole = window.geometry.size
            return frame.parent == nil && !frame.area.size.isNearly(whole) && frame.settledSize.isNearly(whole)
        }
    }
}

extension AccessObject {
    /// From its corner on the screen to the one that Qt has left there.
    fileprivate var settledSize: Size { Size(width: area.maxX - screen.x, height: area.maxY - screen.y) }
}
