// SPDX-License-Identifier: MIT

/// One picture in its place. A host shows it with its own means: a texture, a view, a scene node.
public struct Layer {
    public var pixels: Pixels
    /// Where the picture is shown, in the compositor's global space, in points. The picture fills it, so a host scales
    /// when the bounds have another size than the picture.
    public var bounds: LayerBounds
    /// From 0 to 1, multiplied with the picture's own alpha.
    public var opacity: Double

    public init(pixels: Pixels, bounds: LayerBounds, opacity: Double = 1) {
        self.pixels = pixels
        self.bounds = bounds
        self.opacity = opacity
    }
}

extension Layer: Equatable {
    /// Same picture object, same place, same opacity: nothing to redraw on the screen.
    public static func == (left: Layer, right: Layer) -> Bool {
        left.pixels === right.pixels && left.bounds == right.bounds && left.opacity == right.opacity
    }
}
