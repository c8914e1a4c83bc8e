// SPDX-License-Identifier: MIT

public import DrayCore

/// One picture in its place. A host shows it with its own means: a texture, a view, a scene node.
public struct Layer {
    public var content: Content
    /// Where the picture is shown, in the compositor's global space, in points. The picture fills it, so a host scales
    /// when the bounds have another size than the picture.
    public var bounds: Rectangle
    /// From 0 to 1, multiplied with the picture's own alpha.
    public var opacity: Double
    /// What the picture is a part of; for reports and tests, a renderer need not look at it.
    public var role: Role

    /// Where a layer's pixels are.
    public enum Content {
        /// A picture of ours.
        case picture(Pixels)
        /// The client's own icon surface, with what was on it last, or in that generation of its content. The host shows it as
        /// it shows any surface; nobody reads the client's memory.
        case icon(generation: UInt64)
    }

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
        /// A drop that was taken has failed (HIG-16).
        case failure
        /// What was dropped is still on its way (HIG-24).
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

    /// The picture of ours; nil for the client's icon.
    public var pixels: Pixels? {
        switch content {
        case .picture(let pixels): pixels
        case .icon: nil
        }
    }

    /// Whether it goes where the pointer goes.
    public var followsPointer: Bool {
        switch role {
        case .highlight, .failure, .progress: false
        case .sheet, .previous, .image, .badge: true
        }
    }
}

extension Layer: Equatable {
    /// Same picture object, same place, same opacity: nothing to redraw on the screen.
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
