// SPDX-License-Identifier: MIT

public import DrayCore

/// The current position and visibility of a surface.
public struct SurfaceBounds {
    /// The surface's top-left corner. Global.
    public var origin: Point
    /// The window geometry, without invisible shadows, of the window or popup that contains the surface. Global.
    public var window: Rectangle
    /// The output of the window, or nil if there is none. The highlight ring stays within it.
    public var output: Rectangle?
    /// Whether any part of the window is visible: it is mapped, on a visible workspace, not minimised, and not
    /// completely covered by other windows.
    public var isVisible: Bool

    public init(origin: Point, window: Rectangle, output: Rectangle?, isVisible: Bool) {
        self.origin = origin
        self.window = window
        self.output = output
        self.isVisible = isVisible
    }
}
