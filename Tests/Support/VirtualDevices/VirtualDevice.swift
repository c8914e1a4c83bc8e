// SPDX-License-Identifier: MIT

import CVirtualDevices

/// A device of a `VirtualMachine`, which emits the events of a test.
public struct VirtualDevice {
    let index: Int32

    /// The device node for libinput.
    public var path: String { "/dev/input/event\(index)" }

    /// Emits one value; libinput receives it with the frame.
    public func emit(_ type: Int32, _ code: Int32, _ value: Int32) {
        vdev_emit(index, UInt16(type), UInt16(code), value)
    }

    /// Ends a frame: all values since the previous one have the same time, now.
    public func frame() {
        emit(EV_SYN, SYN_REPORT, 0)
    }

    public func isLit(_ led: Int32) -> Bool {
        vdev_led(index, UInt16(led)) != 0
    }
}

extension VirtualDevice {
    /// Moves a mouse by device units.
    public func move(_ x: Int32, _ y: Int32) {
        if x != 0 { emit(EV_REL, REL_X, x) }
        if y != 0 { emit(EV_REL, REL_Y, y) }
        frame()
    }

    /// Presses a key or a button.
    public func press(_ code: Int32) {
        emit(EV_KEY, code, 1)
        frame()
    }

    /// Releases a key or a button.
    public func release(_ code: Int32) {
        emit(EV_KEY, code, 0)
        frame()
    }

    public func tap(_ code: Int32) {
        press(code)
        release(code)
    }

    /// Turns a wheel away from the user, by 120 per notch.
    public func turnWheel(v120: Int32) {
        emit(EV_REL, REL_WHEEL_HI_RES, v120)
        if v120 % 120 == 0 { emit(EV_REL, REL_WHEEL, v120 / 120) }
        frame()
    }

    /// Sets the position of an absolute device in device units.
    public func point(_ x: Int32, _ y: Int32) {
        emit(EV_ABS, ABS_X, x)
        emit(EV_ABS, ABS_Y, y)
        frame()
    }
}
