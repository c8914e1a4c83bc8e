// SPDX-License-Identifier: MIT

/// The action of a drop, as in `wl_data_device_manager.dnd_action`.
package enum DropAction: String, CaseIterable, Sendable {
    case copy, move, ask, none
}
