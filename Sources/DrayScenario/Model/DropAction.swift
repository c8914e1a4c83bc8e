// SPDX-License-Identifier: MIT

/// What a drop does: the actions of `wl_data_device_manager.dnd_action`.
package enum DropAction: String, CaseIterable, Sendable {
    case copy, move, ask, none
}
