// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Lets clients control the seats of a headless compositor by `zwlr_virtual_pointer_v1` and `zwp_virtual_keyboard_v1`,
/// as tools such as wtype do.
///
/// Optional, since every client that can connect then controls the user's input. The globals exist as long as this
/// object; devices of clients remain until the clients destroy them.
public final class VirtualInputGlobals {
    /// The maximum number of virtual keyboards, and of virtual pointers, per client: each event visits all devices of a
    /// seat.
    static let devicesPerClient = 64

    static func refuse(_ devices: String, of client: Client) {
        client.postImplementationError("a client may have \(devicesPerClient) virtual \(devices)")
    }

    private let router: DeviceRouter
    private let pointers: Global<ZwlrVirtualPointerManagerV1>
    private let keyboards: Global<ZwpVirtualKeyboardManagerV1>

    /// - Parameter report: receives reports about added and removed pointers, and rejected keymaps.
    /// - Throws: `HeadlessError.outOfMemory`.
    public init(
        _ compositor: HeadlessCompositor, report: @escaping (DeviceReport) -> Void = { _ in }
    ) throws(HeadlessError) {
        let seats = VirtualPointerSeats()
        let router = DeviceRouter(compositor, time: .ofDevice, seat: seats.seat(for:), report: report)
        let pointerManager = VirtualPointerManager(compositor, router: router, seats: seats)
        let keyboardManager = VirtualKeyboardManager(report: report)
        let pointers = Global(compositor.display, ZwlrVirtualPointerManagerV1.self, version: 2) { object, _ in
            object.setHandler(pointerManager)
        }
        let keyboards = Global(compositor.display, ZwpVirtualKeyboardManagerV1.self, version: 1) { object, _ in
            object.setHandler(keyboardManager)
        }
        guard let pointers, let keyboards else { throw .outOfMemory }
        self.router = router
        self.pointers = pointers
        self.keyboards = keyboards
    }

    deinit {
        router.removeAll()
    }
}
