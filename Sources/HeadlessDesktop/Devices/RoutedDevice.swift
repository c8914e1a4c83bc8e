// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A device that plays a seat, and what it holds down.
final class RoutedDevice {
    let id: DeviceID
    let description: InputEvent.Device
    let seat: Seat
    /// What the device's surface covers of the global space.
    var area: Rectangle
    /// evdev codes.
    var buttons: [UInt32] = []
    var fingers: [FingerID] = []
    /// What the pen's tip and buttons hold down on the pointer, as evdev codes.
    var penButtons: [UInt32] = []
    /// The buttons of the pen that are held as modifiers, by evdev code.
    var penModifiers: [UInt32: Modifiers] = [:]

    init(_ id: DeviceID, _ description: InputEvent.Device, seat: Seat, area: Rectangle) {
        self.id = id
        self.description = description
        self.seat = seat
        self.area = area
    }

    /// What clients are told that the seat has by it. A pen is a pointer to them.
    var capability: WlSeat.Capability {
        var capability: WlSeat.Capability = []
        let own = description.capabilities
        if own.contains(.pointer) || own.contains(.pen) { capability.insert(.pointer) }
        if own.contains(.keyboard) { capability.insert(.keyboard) }
        if own.contains(.touch) { capability.insert(.touch) }
        return capability
    }
}
