// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A device of a seat, with its pressed buttons.
final class RoutedDevice {
    let id: DeviceID
    let description: InputEvent.Device
    let seat: Seat
    /// The area that the device covers, in global coordinates.
    var area: Rectangle
    /// The pressed buttons as evdev codes.
    var buttons: [UInt32] = []
    var fingers: [FingerID] = []
    /// The pressed pen tip and buttons as evdev codes of pointer buttons.
    var penButtons: [UInt32] = []
    /// The pressed pen buttons that act as modifiers, by evdev code.
    var penModifiers: [UInt32: Modifiers] = [:]

    init(_ id: DeviceID, _ description: InputEvent.Device, seat: Seat, area: Rectangle) {
        self.id = id
        self.description = description
        self.seat = seat
        self.area = area
    }

    /// The seat capability of the device for clients. A pen is a pointer for them.
    var capability: WlSeat.Capability {
        var capability: WlSeat.Capability = []
        let own = description.capabilities
        if own.contains(.pointer) || own.contains(.pen) { capability.insert(.pointer) }
        if own.contains(.keyboard) { capability.insert(.keyboard) }
        if own.contains(.touch) { capability.insert(.touch) }
        return capability
    }
}
