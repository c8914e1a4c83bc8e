// SPDX-License-Identifier: MIT

/// One of the drags that the window takes part in at the same time: its devices, and its state.
final class DragDevice {
    /// A seat's `wl_data_device` takes part in one drag at a time. Another device, reserved by `dray_drag_v1`, takes
    /// part in the drag of a second finger (HIG-10).
    enum Role {
        case regular, reserved
    }

    let role: Role
    let source: DragOut
    let target: DropIn
    /// The press of the pointer or of the finger that may become this drag.
    var press: Press?
    /// The drag over the window; nil if there is none.
    var hover: DropIn.Visit?

    init(_ role: Role, _ source: DragOut, _ target: DropIn) {
        self.role = role
        self.source = source
        self.target = target
    }
}
