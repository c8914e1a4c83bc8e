// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// Handles the requests of `zwlr_virtual_pointer_manager_v1`. Each pointer of a client is a separate device.
final class VirtualPointerManager: ResourceHandler {
    private unowned let compositor: HeadlessCompositor
    private let router: DeviceRouter
    private let seats: VirtualPointerSeats
    private var lastDevice: UInt64 = 0
    private let pointers = ClientBudget(limit: VirtualInputGlobals.devicesPerClient)

    init(_ compositor: HeadlessCompositor, router: DeviceRouter, seats: VirtualPointerSeats) {
        self.compositor = compositor
        self.router = router
        self.seats = seats
    }

    func handle(_ request: ZwlrVirtualPointerManagerV1.Request, on object: ZwlrVirtualPointerManagerV1) {
        switch request {
        case .createVirtualPointer(let seat, let id): make(id, for: seat, covering: nil)
        case .createVirtualPointerWithOutput(let seat, let output, let id): make(id, for: seat, covering: output)
        case .destroy: break
        }
    }

    private func make(_ object: ZwlrVirtualPointerV1, for seat: WlSeat?, covering output: WlOutput?) {
        guard let seat = seat.map(Seat.of) ?? compositor.seats.first else { return }  // Inert: the seat was removed.
        guard let share = pointers.take(for: object.client) else {
            return VirtualInputGlobals.refuse("pointers", of: object.client)
        }
        lastDevice += 1
        let output = output?.handler(as: OutputRequests.self)?.output
        let device = InputEvent.Device(
            name: "virtual pointer \(lastDevice) of process \(object.client.processID)", capabilities: .pointer,
            outputName: output?.name, seatName: seat.name)
        object.setHandler(VirtualPointer(DeviceID(lastDevice), on: router, share))
        seats.next = seat
        router.handle(
            InputEvent(time: compositor.clock.now, device: DeviceID(lastDevice), content: .deviceAdded(device)))
        seats.next = nil
    }
}

/// Tells the router the seat of the pointer that is being created.
final class VirtualPointerSeats {
    var next: Seat?

    func seat(for device: InputEvent.Device) -> Seat? { next }
}
