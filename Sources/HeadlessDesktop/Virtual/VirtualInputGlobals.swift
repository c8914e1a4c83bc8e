// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Lets clients play a headless compositor's seats: `zwlr_virtual_pointer_v1` and `zwp_virtual_keyboard_v1`, which tools
/// such as wtype speak.
///
/// Off unless somebody makes this: whoever may connect can then do what a person can. The globals are offered as long as
/// this object lives; devices that clients have made stay until the clients let go of them.
public final class VirtualInputGlobals {
    /// The limit on virtual keyboards, and on virtual pointers, of each client: every event looks at all devices of a
    /// seat.
    static let devicesPerClient = 64

    static func refuse(_ devices: String, of client: Client) {
        client.postImplementationError("a client may have \(devicesPerClient) virtual \(devices)")
    }

    private let router: DeviceRouter
    private let pointers: Global<ZwlrVirtualPointerManagerV1>
    private let keyboards: Global<ZwpVirtualKeyboardManagerV1>

    /// - Parameter report: told of pointers that come and go, and of keymaps that are refused.
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
