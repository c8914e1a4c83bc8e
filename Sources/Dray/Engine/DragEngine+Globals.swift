// SPDX-License-Identifier: MIT

import DrayServer
public import WaylandServer

// What the engine offers on the host's display, and who sees it (WL-02, WL-03).

extension DragEngine {
    /// What the engine offers beside `wl_data_device_manager`. There may be only one of each on a display, since clients that
    /// bind different ones would not hear of each other: what the host has already, or does not want, is left out.
    public struct Globals: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `zwp_primary_selection_device_manager_v1`.
        public static let primarySelection = Globals(rawValue: 1 << 0)
        /// `zwlr_data_control_manager_v1` and `ext_data_control_manager_v1`, for clients that the host trusts, see
        /// ``DragHost/mayControlSelections(_:)``.
        public static let dataControl = Globals(rawValue: 1 << 1)
        /// `xdg_toplevel_drag_manager_v1`, for hosts that carry windows, see ``HostEffect/carry(_:_:at:)``.
        public static let toplevelDrag = Globals(rawValue: 1 << 2)
    }

    /// Whether a `wl_global` is the engine's own: for a host that hides others of the same interface.
    public func owns(global: OpaquePointer) -> Bool { manager.owns(global: global) }

    /// Whether a client may see a `wl_global`: not those by which selections are controlled, unless the host trusts it. For
    /// the filter of a host's display; a client that binds one all the same can do nothing with it.
    public func isVisible(global: OpaquePointer, to client: Client) -> Bool {
        guard let dataControl, dataControl.owns(global: global) else { return true }
        return link.mayControlSelections(client)
    }
}
