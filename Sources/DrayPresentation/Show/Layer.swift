// SPDX-License-Identifier: MIT

/// One picture in its place. A host shows it with its own means: a texture, a view, a scene node.
public struct Layer {
    public var pixels: Pixels
    /// Where the picture is shown, in the compositor's global space, in points. The picture fills it, so a host scales
    /// when the bounds have another size than the picture.
    public var bounds: LayerBounds
    /// From 0 to 1, multiplied with the picture's own alpha.
    public var opacity: Double
    /// What the picture is a part of; for reports and tests, a renderer need not look at it.
    public var role: Role

    /// What a layer shows.
    public enum Role: Hashable, Sendable {
        /// A corner or an edge of the ring around the target (HIG-15).
        case highlight
        /// One sheet of a flock on its way, 0 in front (HIG-08).
        case sheet(Int)
        /// The picture that the image is taking the place of (HIG-12).
        case previous
        /// The drag image.
        case image
        /// What a drop would do (HIG-13).
        case badge
    }

    public init(pixels: Pixels, bounds: LayerBounds, opacity: Double = 1, role: Role = .image) {
        self.pixels = pixels
        self.bounds = bounds
        self.opacity = opacity
        self.role = role
    }
}

extension Layer: Equatable {
    /// Same picture object, same place, same opacity: nothing to redraw on the screen.
    public static func == (left: Layer, right: Layer) -> Bool {
        left.pixels === right.pixels && left.bounds == right.bounds && left.opacity == right.opacity
    }
}
