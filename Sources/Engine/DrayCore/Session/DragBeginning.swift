// SPDX-License-Identifier: MIT

/// The initial state of a drag: everything that a session receives before its first event. Together with the events it
/// suffices to replay a session.
public struct DragBeginning: Equatable, Sendable {
    /// Nil for the protocol's NULL source.
    public var source: DragSource?
    public var origin: DragOrigin
    /// The modifiers that are held when the drag begins.
    public var modifiers: Modifiers
    public var policy: DragPolicy
    /// The distance that the pointer moves from the origin before the drag image appears, in points (HIG-11).
    public var imageThreshold: Double

    /// Three points. A smaller threshold reacts to the tremor of a hand that presses a button; with a larger one the
    /// content seems to stick.
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
