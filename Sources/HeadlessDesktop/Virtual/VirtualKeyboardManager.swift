// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Answers `zwp_virtual_keyboard_manager_v1`.
final class VirtualKeyboardManager: ResourceHandler {
    private let report: (DeviceReport) -> Void

    init(report: @escaping (DeviceReport) -> Void) {
        self.report = report
    }

    func handle(_ request: ZwpVirtualKeyboardManagerV1.Request, on object: ZwpVirtualKeyboardManagerV1) {
        switch request {
        case .createVirtualKeyboard(let seat, let id):
            guard let seat = Seat.of(seat) else { return }  // Inert: its seat is gone.
            id.setHandler(VirtualKeyboard(id, of: seat, report: report))
        }
    }
}
