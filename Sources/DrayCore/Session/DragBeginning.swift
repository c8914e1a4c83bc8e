// SPDX-License-Identifier: MIT

/// What a drag begins with: all that a session is told before its first event. With the events it is all that is needed
/// to play a session again.
public struct DragBeginning: Equatable, Sendable {
    /// Nil for the protocol's NULL source.
    public var source: DragSource?
    public var origin: DragOrigin
    /// What is held already.
    public var modifiers: Modifiers
    public var policy: DragPolicy
    /// How far the pointer moves from where the drag began before its image appears, in points (HIG-11).
    public var imageThreshold: Double

    /// Three points: less is the tremble of a hand that presses a button, more would feel as if the content stuck.
    public static let standardImageThreshold = 3.0

    public init(
        source: DragSource?, origin: DragOrigin, modifiers: Modifiers, policy: DragPolicy,
        imageThreshold: Double = DragBeginning.standardImageThreshold
    ) {
        self.source = source
        self.origin = origin
        self.modifiers = modifiers
        self.policy = policy
        self.imageThreshold = imageThreshold
    }
}
