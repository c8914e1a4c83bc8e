// SPDX-License-Identifier: MIT

/// The one action that a drop would perform; the raw value is its bit in `wl_data_device_manager.dnd_action`.
///
/// The protocol's `none` is the absence of a value: where no action is possible, the type is `DragAction?`.
public enum DragAction: UInt32, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The content will be in both places afterwards.
    case copy = 1
    /// The content will be in the target only; the source deletes its own after the drop is finished.
    case move = 2
    /// The target asks the person after the drop, and tells the final action before it finishes.
    case ask = 4
}
