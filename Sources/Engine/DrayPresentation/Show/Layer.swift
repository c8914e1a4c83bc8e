// SPDX-License-Identifier: MIT

public import DrayCore

/// An image and its position. A host shows it with its own means: a texture, a view, a scene node.
public struct Layer {
    public var content: Content
    /// The bounds of the image, in the compositor's global space, in points. The image fills them, so a host scales it
    /// if its size differs.
    public var bounds: Rectangle
    /// The opacity from 0 to 1, multiplied with the image's own alpha.
    public var opacity: Double
    /// The part of the presentation that the layer shows; for reports and tests, a renderer can ignore it.
    public var role: Role

    /// The source of a layer's pixels.
    public enum Content {
        /// An image drawn or copied by Dray.
        case picture(Pixels)
        /// The client's own icon surface, with its latest content or that of the generation. The host shows it like any
        /// surface; Dray does not access the client's memory.
        case icon(generation: UInt64)
    }

    /// The part of the presentation that a layer shows.
    public enum Role: Hashable, Sendable {
        /// A corner or an edge of the ring around the target (HIG-15).
        case highlight
        /// One moving sheet of a flock, 0 in front (HIG-08).
        case sheet(Int)
        /// The image that is being replaced (HIG-12).
        case previous
        /// The drag image.
        case image
        /// The outcome of a drop (HIG-13).
        case badge
        /// The sign for an accepted drop that has failed (HIG-16).
        case failure
        /// The progress of a transfer after the drop (HIG-24).
        case progress
    }

    public init(_ content: Content, bounds: Rectangle, opacity: Double = 1, role: Role = .image) {
        self.content = content
        self.bounds = bounds
        self.opacity = opacity
        self.role = role
    }

    public init(pixels: Pixels, bounds: Rectangle, opacity: Double = 1, role: Role = .image) {
        self.init(.picture(pixels), bounds: bounds, opacity: opacity, role: role)
    }

    /// The image drawn or copied by Dray; nil for the client's icon.
    public var pixels: Pixels? {
        switch content {
        case .picture(let pixels): pixels
        case .icon: nil
        }
    }

    /// Whether the layer moves with the pointer.
    public var followsPointer: Bool {
        switch role {
        case .highlight, .failure, .progress: false
        case .sheet, .previous, .image, .badge: true
        }
    }
}

extension Layer: Equatable {
    /// Whether both show the same image object with the same bounds and opacity, so that nothing has to be redrawn.
    public static func == (left: Layer, right: Layer) -> Bool {
        left.content.isSame(as: right.content) && left.bounds == right.bounds && left.opacity == right.opacity
    }
}

extension Layer.Content {
    fileprivate func isSame(as other: Layer.Content) -> Bool {
        switch (self, other) {
        case (.picture(let left), .picture(let right)): left === right
        case (.icon(let left), .icon(let right)): left == right
        case (.picture, .icon), (.icon, .picture): false
        }
    }
}
