// SPDX-License-Identifier: MIT

public import DrayCore

/// How one layer of a drag image is shown at one moment.
public struct FrameState: Equatable, Sendable {
    /// Where the image's hotspot is, in the compositor's global space.
    public var position: Point
    /// The size relative to the layer's own, about the hotspot.
    public var scale: TimelineScale
    /// From 0 (not shown) to 1; the translucency of drag images (HIG-12) is multiplied on top of it.
    public var opacity: Double

    public init(position: Point, scale: TimelineScale = .one, opacity: Double = 1) {
        self.position = position
        self.scale = scale
        self.opacity = opacity
    }
}
