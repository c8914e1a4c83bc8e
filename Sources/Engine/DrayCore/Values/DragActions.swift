// SPDX-License-Identifier: MIT

/// A set of drag-and-drop actions; the raw value is that of `wl_data_device_manager.dnd_action`.
///
/// The empty set is the protocol's `none`: a drop would have no effect. A set from a client may contain undefined bits:
/// see ``isValid``.
public struct DragActions: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    /// Both source and target have the content afterwards.
    public static let copy = DragActions(.copy)
    /// Only the target has the content afterwards; the source deletes its own after the drop is finished.
    public static let move = DragActions(.move)
    /// The target asks the user after the drop, and sends the final action before it finishes.
    public static let ask = DragActions(.ask)
    /// Every action that version 3 of the protocol defines.
    public static let all: DragActions = [.copy, .move, .ask]

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates the set with this action alone.
    public init(_ action: DragAction) {
        self.rawValue = action.rawValue
    }

    /// Whether the set contains only `copy`, `move` and `ask`, as both `set_actions` requests demand.
    public var isValid: Bool { isSubset(of: .all) }

    /// Whether this action is in the set.
    public func contains(_ action: DragAction) -> Bool { rawValue & action.rawValue != 0 }
}
