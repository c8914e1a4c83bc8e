// SPDX-License-Identifier: MIT

public import DrayCore

/// Something drawn above all windows: the image of a drag, a badge.
public struct Overlay {
    public var content: Content
    /// The upper left corner in the compositor's global space.
    public var position: Point
    /// 1 for as it is. The upper left corner stays where it is.
    public var scale: Double
    /// From 0, invisible, to 1.
    public var opacity: Double

    public enum Content {
        /// A `cairo_surface_t` in points, or in finer pixels with a device scale. Borrowed while the picture is drawn.
        case image(OpaquePointer)
        /// A client's surface with its subsurfaces: a drag icon.
        case surface(Surface)
        /// Draws itself with the `cairo_t` that it is given, in points, with (0, 0) at the layer's position.
        case drawing((OpaquePointer) -> Void)
    }

    public init(_ content: Content, at position: Point, scale: Double = 1, opacity: Double = 1) {
        self.content = content
        self.position = position
        self.scale = scale
        self.opacity = opacity
    }
}
