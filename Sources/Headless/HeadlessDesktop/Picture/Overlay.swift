// SPDX-License-Identifier: MIT

public import DrayCore

/// An image above all windows: a drag image, a badge.
public struct Overlay {
    public var content: Content
    /// The upper left corner in global coordinates.
    public var position: Point
    /// The scale factor around the upper left corner; 1 for the original size.
    public var scale: Double
    /// From 0 (invisible) to 1.
    public var opacity: Double

    public enum Content {
        /// A `cairo_surface_t` in points, or in pixels with a device scale. Borrowed while the image is drawn.
        case image(OpaquePointer)
        /// A client's surface with its subsurfaces, such as a drag icon.
        case surface(Surface)
        /// A function that draws with a `cairo_t` in points, with (0, 0) at the layer's position.
        case drawing((OpaquePointer) -> Void)
    }

    public init(_ content: Content, at position: Point, scale: Double = 1, opacity: Double = 1) {
        self.content = content
        self.position = position
        self.scale = scale
        self.opacity = opacity
    }
}
