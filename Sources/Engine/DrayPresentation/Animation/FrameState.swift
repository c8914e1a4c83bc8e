// SPDX-License-Identifier: MIT

public import DrayCore

/// The appearance of one layer of a drag image at one moment.
public struct FrameState: Equatable, Sendable {
    /// The position of the image's hotspot, in the compositor's global space.
    public var position: Point
    /// The scale relative to the layer's own size, about the hotspot.
    public var scale: TimelineScale
    /// The opacity, from 0 (hidden) to 1. It is multiplied with the opacity of drag images (HIG-12).
    public var opacity: Double

    public init(position: Point, scale: TimelineScale = .one, opacity: Double = 1) {
        self.position = position
        self.scale = scale
        self.opacity = opacity
    }
}
