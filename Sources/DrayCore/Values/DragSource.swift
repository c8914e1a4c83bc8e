// SPDX-License-Identifier: MIT

/// What the source of a drag has said about its content: a `wl_data_source`, as it was when the drag began.
public struct DragSource: Equatable, Sendable {
    /// What the content is offered as.
    public var types: Representations
    /// The mask of `wl_data_source.set_actions`; nil where it was never called. See
    /// ``Negotiation/visibleActions(of:rule:wish:)`` for what nil means.
    public var actions: DragActions?
    public var dialect: Dialect
    /// How many items travel; 1 where nothing better is known (HIG-06).
    public var itemCount: Int

    public init(types: Representations, actions: DragActions?, dialect: Dialect, itemCount: Int = 1) {
        self.types = types
        self.actions = actions
        self.dialect = dialect
        self.itemCount = itemCount
    }
}
