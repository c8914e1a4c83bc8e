// SPDX-License-Identifier: MIT

/// A set of drag-and-drop actions; the raw value is that of `wl_data_device_manager.dnd_action`.
///
/// The empty set is the protocol's `none`: nothing would happen on a drop. A set that came from a client may hold bits
/// that mean nothing: see ``isValid``.
public struct DragActions: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    /// The content will be in both places afterwards.
    public static let copy = DragActions(.copy)
    /// The content will be in the target only; the source deletes its own after the drop is finished.
    public static let move = DragActions(.move)
    /// The target asks the person after the drop, and tells the final action before it finishes.
    public static let ask = DragActions(.ask)
    /// Every action that version 3 of the protocol knows.
    public static let all: DragActions = [.copy, .move, .ask]

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The set with this action alone.
    public init(_ action: DragAction) {
        self.rawValue = action.rawValue
    }

    /// Whether there is nothing in the set but `copy`, `move` and `ask`: what both `set_actions` requests demand.
    public var isValid: Bool { isSubset(of: .all) }

    /// Whether this action is in the set.
    public func contains(_ action: DragAction) -> Bool { rawValue & action.rawValue != 0 }
}
