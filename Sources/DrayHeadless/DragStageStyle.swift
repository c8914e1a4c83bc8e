// SPDX-License-Identifier: MIT

import DrayCore
public import DrayPresentation

/// How the drags of a headless compositor look.
public struct DragStageStyle: Equatable, Sendable {
    public var appearance: Appearance
    /// HIG-18.
    public var motion: TimelineMotion
    /// The opacity of drag images, from 0 to 1; nil for what the policy says (HIG-12).
    public var opacity: Double?
    public var highlight: Highlight

    /// How the one possible target is shown (HIG-15).
    public enum Highlight: Equatable, Sendable {
        /// A soft ring around it.
        case ring
        /// Not at all: the clients do it themselves.
        case none
    }

    public init(
        appearance: Appearance = .light, motion: TimelineMotion = .full, opacity: Double? = nil,
        highlight: Highlight = .ring
    ) {
        self.appearance = appearance
        self.motion = motion
        self.opacity = opacity
        self.highlight = highlight
    }
}
