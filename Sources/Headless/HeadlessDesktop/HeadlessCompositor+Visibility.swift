// SPDX-License-Identifier: MIT

internal import DrayCore

// The visibility of windows, computed from rectangles. The engine needs it for the fly-back and for windows to be
// raised.

extension HeadlessCompositor {
    /// Whether any part of a window is visible: it is on an output and not completely covered by other windows. Popups
    /// of other windows do not count, since they are short-lived.
    package func isVisible(_ window: Window) -> Bool {
        guard let index = windows.firstIndex(where: { $0 === window }) else { return false }
        // Only the topmost windows are considered, so that a client with thousands of windows does not slow down each
        // frame.
        let above = windows[(index + 1)...].suffix(Self.coverLimit).map(\.geometry)
        return outputs.contains { output in
            let shown = window.geometry.intersection(output.area)
            return !shown.isEmpty && !Self.covers(above[...], shown)
        }
    }

    /// Whether other windows cover a part of a window, except for its own dialogs, which stay above it.
    package func isBehind(_ window: Window) -> Bool {
        guard let index = windows.firstIndex(where: { $0 === window }) else { return false }
        return windows[(index + 1)...].contains { !$0.belongs(to: window) && $0.geometry.overlaps(window.geometry) }
    }

    private static let coverLimit = 64

    /// Whether rectangles cover an area completely: the parts that the first leaves have to be covered by the others.
    private static func covers(_ covers: ArraySlice<Rectangle>, _ area: Rectangle) -> Bool {
        guard let first = covers.first else { return false }
        let rest = covers.dropFirst()
        let hidden = first.intersection(area)
        guard !hidden.isEmpty else { return Self.covers(rest, area) }
        let left = [
            Rectangle(x: area.x, y: area.y, width: area.width, height: hidden.y - area.y),
            Rectangle(x: area.x, y: hidden.maxY, width: area.width, height: area.maxY - hidden.maxY),
            Rectangle(x: area.x, y: hidden.y, width: hidden.x - area.x, height: hidden.height),
            Rectangle(x: hidden.maxX, y: hidden.y, width: area.maxX - hidden.maxX, height: hidden.height),
        ]
        return left.allSatisfy { $0.isEmpty || Self.covers(rest, $0) }
    }
}
