// SPDX-License-Identifier: MIT

import DrayCore

/// The buttons and fingers that are down on a client's surfaces, with the serials that the client was sent for them.
///
/// A compositor grants a drag to the client that holds the press which the serial of `start_drag` names. A press ends
/// with its release, when the pointer leaves, when its object or its surface is destroyed, and with the first
/// `start_drag` that names it.
struct HeldPresses {
    /// Where a press went down.
    struct Target: Equatable {
        var id: UInt32
        var surface: SurfaceID
    }

    private struct Device {
        let seat: SeatName
        /// The surface that the pointer is on; nil for a touch screen.
        var focus: Target?
        /// By button or finger.
        var presses: [UInt32: Press] = [:]
    }

    private struct Press {
        var serial: UInt32
        var target: Target
    }

    /// By the id of the `wl_pointer` or `wl_touch`.
    private var devices: [UInt32: Device] = [:]

    /// The pointer entered a surface; nil for one that is not followed.
    mutating func enter(_ pointer: UInt32, of seat: SeatName, _ target: Target?) {
        devices[pointer] = Device(seat: seat, focus: target)
    }

    /// A button went down on the surface that the pointer is on.
    mutating func press(_ button: UInt32, of pointer: UInt32, serial: UInt32) {
        guard let target = devices[pointer]?.focus else { return }
        devices[pointer]?.presses[button] = Press(serial: serial, target: target)
    }

    /// A finger went down.
    mutating func press(_ finger: UInt32, of touch: UInt32, on seat: SeatName, _ target: Target, serial: UInt32) {
        devices[touch, default: Device(seat: seat)].presses[finger] = Press(serial: serial, target: target)
    }

    /// A button or a finger went up.
    mutating func release(_ code: UInt32, of device: UInt32) { devices[device]?.presses[code] = nil }

    /// Nothing of that device is held any more, and its pointer is on no surface.
    mutating func forget(_ device: UInt32) { devices[device] = nil }

    /// Ends the press that has that serial, on every object of the client that was sent it.
    /// - Returns: the surface that it went down on; nil if no press of the seat has the serial.
    mutating func take(_ serial: UInt32, on seat: SeatName) -> Target? {
        var found: Target?
        for (id, device) in devices where device.seat == seat {
            for (code, press) in device.presses where press.serial == serial {
                found = press.target
                devices[id]?.presses[code] = nil
            }
        }
        return found
    }
}
