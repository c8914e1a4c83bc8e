// SPDX-License-Identifier: MIT

internal import DrayCore

// Which windows can be seen, by rectangles: a host is asked that for the way home and for windows that come forward.

extension HeadlessCompositor {
    /// Whether a person can see anything of a window: it is on the screen, and not wholly covered by others. Popups of the
    /// others do not count, since they come and go.
    package func isVisible(_ window: Window) -> Bool {
        guard let index = windows.firstIndex(where: { $0 === window }) else { return false }
        // The highest cover most; a client with thousands of windows is not to make every frame a long one.
        let above = windows[(index + 1)...].suffix(Self.coverLimit).map(\.geometry)
        return outputs.contains { output in
            let shown = window.geometry.intersection(output.area)
            return !shown.isEmpty && !Self.covers(above[...], shown)
        }
    }

    /// Whether others cover a part of a window, but for its own dialogs: those stay above it.
    package func isBehind(_ window: Window) -> Bool {
        guard let index = windows.firstIndex(where: { $0 === window }) else { return false }
        return windows[(index + 1)...].contains { !$0.belongs(to: window) && $0.geometry.overlaps(window.geometry) }
    }

    private static let coverLimit = 64

    /// Whether rectangles cover one wholly: what the first leaves over has to be covered by the others.
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
