// SPDX-License-Identifier: MIT

import DrayServer
public import WaylandServer

// The globals that the engine advertises on the host's display, and their visibility to clients (WL-02, WL-03).

extension DragEngine {
    /// The optional globals, in addition to `wl_data_device_manager`. A display must have only one of each, since
    /// clients that bind different ones would not share content. A host leaves out those that it implements itself or
    /// does not need.
    public struct Globals: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `zwp_primary_selection_device_manager_v1`.
        public static let primarySelection = Globals(rawValue: 1 << 0)
        /// `zwlr_data_control_manager_v1` and `ext_data_control_manager_v1`, for clients that the host trusts, see
        /// ``DragHost/mayControlSelections(_:)``.
        public static let dataControl = Globals(rawValue: 1 << 1)
        /// `xdg_toplevel_drag_manager_v1`, for hosts that attach windows, see ``HostEffect/carry(_:_:at:)``.
        public static let toplevelDrag = Globals(rawValue: 1 << 2)
    }

    /// Whether a `wl_global` belongs to the engine, for a host that hides others with the same interface.
    public func owns(global: OpaquePointer) -> Bool {
        manager.owns(global: global) || dragExtension.owns(global: global)
            || primarySelections?.owns(global: global) == true || dataControl?.owns(global: global) == true
            || toplevelDrags?.owns(global: global) == true
    }

    /// Whether a `wl_global` is visible to a client: the data-control globals are visible only to clients that the host
    /// trusts. For the global filter of the host's display. A client that binds a hidden global gets an inert object.
    public func isVisible(global: OpaquePointer, to client: Client) -> Bool {
        guard let dataControl, dataControl.owns(global: global) else { return true }
        return link.mayControlSelections(client)
    }
}
