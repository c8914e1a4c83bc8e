// SPDX-License-Identifier: MIT

/// A set of drag-and-drop actions; the raw value is that of `wl_data_device_manager.dnd_action`.
///
/// The empty set is the protocol's `none`: nothing would happen on a drop.
public struct DragActions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// The content will be in both places afterwards.
    public static let copy = DragActions(rawValue: 1)
    /// The content will be in the target only; the source deletes its own after the drop is finished.
    public static let move = DragActions(rawValue: 2)
    /// The target asks the person after the drop, and tells the final action before it finishes.
    public static let ask = DragActions(rawValue: 4)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
