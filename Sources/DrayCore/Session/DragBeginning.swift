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

    public init(source: DragSource?, origin: DragOrigin, modifiers: Modifiers, policy: DragPolicy) {
        self.source = source
        self.origin = origin
        self.modifiers = modifiers
        self.policy = policy
    }
}
