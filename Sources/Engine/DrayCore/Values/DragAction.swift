// SPDX-License-Identifier: MIT

/// The action that a drop would perform; the raw value is its bit in `wl_data_device_manager.dnd_action`.
///
/// The protocol's `none` is the absence of a value: where no action is possible, the type is `DragAction?`.
public enum DragAction: UInt32, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// Both source and target have the content afterwards.
    case copy = 1
    /// Only the target has the content afterwards; the source deletes its own after the drop is finished.
    case move = 2
    /// The target asks the user after the drop, and sends the final action before it finishes.
    case ask = 4
}
