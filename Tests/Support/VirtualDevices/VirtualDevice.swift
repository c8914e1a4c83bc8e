// SPDX-License-Identifier: MIT

import CVirtualDevices

/// A device of a `VirtualMachine`: what its hardware would report, it reports when told to.
public struct VirtualDevice {
    let index: Int32

    /// Its node, for libinput to open.
    public var path: String { "/dev/input/event\(index)" }

    /// Reports one value; libinput sees it with the frame.
    public func emit(_ type: Int32, _ code: Int32, _ value: Int32) {
        vdev_emit(index, UInt16(type), UInt16(code), value)
    }

    /// Ends a frame: all that was reported since the last one happened at one moment, now.
    public func frame() {
        emit(EV_SYN, SYN_REPORT, 0)
    }

    public func isLit(_ led: Int32) -> Bool {
        vdev_led(index, UInt16(led)) != 0
    }
}

extension VirtualDevice {
    /// A mouse moves, in its own units.
    public func move(_ x: Int32, _ y: Int32) {
        if x != 0 { emit(EV_REL, REL_X, x) }
        if y != 0 { emit(EV_REL, REL_Y, y) }
        frame()
    }

    /// A key or a button goes down.
    public func press(_ code: Int32) {
        emit(EV_KEY, code, 1)
        frame()
    }

    /// A key or a button goes up.
    public func release(_ code: Int32) {
        emit(EV_KEY, code, 0)
        frame()
    }

    public func tap(_ code: Int32) {
        press(code)
        release(code)
    }

    /// A wheel turns away from the person, by 120 for each notch.
    public func turnWheel(v120: Int32) {
        emit(EV_REL, REL_WHEEL_HI_RES, v120)
        if v120 % 120 == 0 { emit(EV_REL, REL_WHEEL, v120 / 120) }
        frame()
    }

    /// Where an absolute device points to, in its own units.
    public func point(_ x: Int32, _ y: Int32) {
        emit(EV_ABS, ABS_X, x)
        emit(EV_ABS, ABS_Y, y)
        frame()
    }
}
