// SPDX-License-Identifier: MIT

public import DrayCore

/// How a host wants drags to look.
public struct PresentationStyle: Equatable, Sendable {
    public var appearance: Appearance
    public var contrast: Contrast
    /// Device pixels per point of the output that the pointer is on. Values outside 0.5 to 8 are brought into it.
    public var scale: Double {
        didSet { scale = Self.bounded(scale) }
    }
    /// How much of the background a drag image covers, 0 to 1 (HIG-12).
    public var opacity: Double
    /// HIG-18.
    public var motion: TimelineMotion
    public var badgeSide: BadgeSide
    /// Whether the outcome is told by a badge; else the pointer's shape tells it (HIG-14).
    public var showsBadge: Bool
    /// Whether a target has a ring around it (HIG-15).
    public var showsRing: Bool
    /// How far the pointer moves before the image appears, in points (HIG-11). Counts for drags that begin later.
    public var imageThreshold: Double

    /// Translucent enough to see the target pass below, strong enough to read what is dragged.
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

    /// Of images, as they are shown.
    var imageOpacity: Double {
        switch contrast {
        case .standard: opacity
        case .high: 1
        }
    }

    /// What drawings are made of.
    var palette: Palette { .of(appearance, contrast) }

    /// A picture for a scale of zero, infinity or "not a number" cannot be drawn, so such a scale never gets in.
    private static func bounded(_ scale: Double) -> Double {
        scale.isFinite ? min(max(scale, 0.5), 8) : 1
    }
}
