// SPDX-License-Identifier: MIT

public import DrayCore

/// The style of the presentation, as configured by the host.
public struct PresentationStyle: Equatable, Sendable {
    public var appearance: Appearance
    public var contrast: Contrast
    /// Device pixels per point of the output with the pointer. Clamped to 0.5...8.
    public var scale: Double {
        didSet { scale = Self.bounded(scale) }
    }
    /// The opacity of a drag image, from 0 to 1 (HIG-12).
    public var opacity: Double
    /// Whether animations include motion (HIG-18).
    public var motion: TimelineMotion
    public var badgeSide: BadgeSide
    /// Whether a badge shows the outcome; if not, the cursor shape does (HIG-14).
    public var showsBadge: Bool
    /// Whether a target is highlighted by a ring (HIG-15).
    public var showsRing: Bool
    /// The distance that the pointer moves before the image appears, in points (HIG-11). Applies to drags that begin
    /// later.
    public var imageThreshold: Double

    /// Translucent enough to see the target below, opaque enough to recognize the content.
    public static let defaultOpacity = 0.8

    public init(
        appearance: Appearance = .light, contrast: Contrast = .standard, scale: Double = 1,
        opacity: Double = PresentationStyle.defaultOpacity,
        motion: TimelineMotion = .full, badgeSide: BadgeSide = .besidePointer, showsBadge: Bool = true,
        showsRing: Bool = true, imageThreshold: Double = DragBeginning.standardImageThreshold
    ) {
        self.appearance = appearance
        self.contrast = contrast
        self.scale = Self.bounded(scale)
        self.opacity = opacity
        self.motion = motion
        self.badgeSide = badgeSide
        self.showsBadge = showsBadge
        self.showsRing = showsRing
        self.imageThreshold = imageThreshold
    }

    /// The effective opacity of images.
    var imageOpacity: Double {
        switch contrast {
        case .standard: opacity
        case .high: 1
        }
    }

    /// The colours of drawings.
    var palette: Palette { .of(appearance, contrast) }

    /// Clamps a scale, since nothing can be drawn at a scale of zero, infinity or NaN.
    private static func bounded(_ scale: Double) -> Double {
        scale.isFinite ? min(max(scale, 0.5), 8) : 1
    }
}
