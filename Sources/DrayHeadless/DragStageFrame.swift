// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
internal import HeadlessDesktop

/// What a frame has brought: for reports and tests.
public struct DragStageFrame: Sendable {
    /// On the compositor's clock.
    public let time: Instant
    /// What is shown, the lowest first.
    public let parts: [Part]
    /// What has changed on the screen since the frame before, in the global space. Never empty.
    public let damage: [Rectangle]
    /// How many pictures were drawn anew for it; 0 where some only moved, faded or went.
    public let redraws: Int

    /// One picture in its place.
    public struct Part: Hashable, Sendable {
        public let drag: DragID
        public let role: Layer.Role
        /// In the global space.
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
