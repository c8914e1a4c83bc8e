// SPDX-License-Identifier: MIT

public import DrayCore

/// Where a surface is now.
public struct SurfaceBounds {
    /// The surface's top left corner. Global.
    public var origin: Point
    /// The window or popup that the surface is in: its window geometry, without invisible shadows. Global.
    public var window: Rectangle
    /// The output that the window is on: the line around a target stays inside. Nil for none.
    public var output: Rectangle?
    /// Whether a person can see anything of the window: it is mapped, on a workspace that is shown, not minimised, not
    /// wholly covered by others.
    public var isVisible: Bool

    public init(origin: Point, window: Rectangle, output: Rectangle?, isVisible: Bool) {
        self.origin = origin
        self.window = window
        self.output = output
        self.isVisible = isVisible
    }
}
