// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
internal import HeadlessDesktop

/// The changes of a frame, for reports and tests.
public struct DragStageFrame: Sendable {
    /// The time in the compositor's clock.
    public let time: Instant
    /// The displayed parts, from bottom to top.
    public let parts: [Part]
    /// The areas that have changed since the previous frame, in global coordinates. Never empty.
    public let damage: [Rectangle]
    /// The number of images that were redrawn; 0 if images only moved, faded or disappeared.
    public let redraws: Int

    /// An image at its position.
    public struct Part: Hashable, Sendable {
        public let drag: DragID
        public let role: Layer.Role
        /// In global coordinates.
        public let bounds: Rectangle
        /// From 0 to 1.
        public let opacity: Double
    }
}

extension DragStageFrame.Part {
    init(_ layer: Layer, of drag: DragID) {
        self.init(drag: drag, role: layer.role, bounds: layer.bounds, opacity: layer.opacity)
    }
}
