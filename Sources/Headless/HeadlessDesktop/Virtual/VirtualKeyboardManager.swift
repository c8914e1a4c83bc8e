// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Handles the requests of `zwp_virtual_keyboard_manager_v1`.
final class VirtualKeyboardManager: ResourceHandler {
    private let report: (DeviceReport) -> Void
    private let keyboards = ClientBudget(limit: VirtualInputGlobals.devicesPerClient)

    init(report: @escaping (DeviceReport) -> Void) {
        self.report = report
    }

    func handle(_ request: ZwpVirtualKeyboardManagerV1.Request, on object: ZwpVirtualKeyboardManagerV1) {
        switch request {
        case .createVirtualKeyboard(let seat, let id):
            guard let seat = Seat.of(seat) else { return }  // Inert: the seat was removed.
            guard let share = keyboards.take(for: id.client) else {
                return VirtualInputGlobals.refuse("keyboards", of: id.client)
            }
            id.setHandler(VirtualKeyboard(id, of: seat, share, report: report))
        }
    }
}
