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

        /// The surface of a pointer that was there before the connection was followed, until it enters the next one.
        static let unknown = Target(id: 0, surface: SurfaceID(0))
    }

    private struct Device {
        let seat: SeatName
        /// The surface that the pointer is on; nil for a touch screen.
        var focus: Target?
        /// The presses by button code or touch id.
        var presses: [UInt32: Press] = [:]
    }

    private struct Press {
        var serial: UInt32
        var target: Target
    }

    /// The devices by the id of the `wl_pointer` or `wl_touch`.
    private var devices: [UInt32: Device] = [:]

    /// Records that the pointer has entered a surface; nil for a surface that is not tracked.
    mutating func enter(_ pointer: UInt32, of seat: SeatName, _ target: Target?) {
        devices[pointer] = Device(seat: seat, focus: target)
    }

    /// Adds a pointer that was there before the connection was followed.
    mutating func add(_ pointer: UInt32, of seat: SeatName) { enter(pointer, of: seat, .unknown) }

    /// Records a button press on the surface with pointer focus.
    mutating func press(_ button: UInt32, of pointer: UInt32, serial: UInt32) {
        guard let target = devices[pointer]?.focus else { return }
        devices[pointer]?.presses[button] = Press(serial: serial, target: target)
    }

    /// Records a touch point.
    mutating func press(_ finger: UInt32, of touch: UInt32, on seat: SeatName, _ target: Target, serial: UInt32) {
        devices[touch, default: Device(seat: seat)].presses[finger] = Press(serial: serial, target: target)
    }

    /// Records that a button or a touch point was released.
    mutating func release(_ code: UInt32, of device: UInt32) { devices[device]?.presses[code] = nil }

    /// Removes all presses of a device and the pointer's focus.
    mutating func forget(_ device: UInt32) { devices[device] = nil }

    /// Ends the press with this serial on every object of the client that was sent it.
    /// - Returns: the surface of the press; nil if no press of the seat has the serial.
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
