// SPDX-License-Identifier: MIT

import CVirtualDevices
public import DrayCore
public import DrayInput
import Glibc

/// A machine whose clock stands still and whose input devices are made up, as the real libinput sees it.
///
/// There can be one at a time in a process: making a second one waits for the end of the first, so tests that make any
/// stand in serialized suites. Make it before the libinput context,
/// and `end` it after the context is gone.
public final class VirtualMachine {
    /// Paths that cannot be opened, and why.
    public var refusals: [String: DeviceFailure] = [:]
    /// Paths that were opened, in order.
    public private(set) var opened: [String] = []

    public init(at start: Instant = Instant(microseconds: 10_000_000)) {
        vdev_begin(start.microseconds)
    }

    /// Forgets all devices. Nothing may be used afterwards.
    public func end() {
        vdev_end()
    }

    public var now: Instant { Instant(microseconds: vdev_now()) }

    /// How often libinput asked about a device. 0 means that a test tested nothing.
    public var questions: Int { Int(vdev_questions()) }

    /// Plugs a new device in.
    public func plug(_ model: DeviceModel) -> VirtualDevice {
        let index = vdev_create(model.name, UInt16(model.bus), model.vendor, model.product)
        for (type, codes) in model.codes {
            // A type without codes, such as EV_REP, counts as well.
            for code in codes.isEmpty ? [0] : codes { vdev_enable(index, UInt16(type), UInt16(code)) }
        }
        for axis in model.axes {
            let range = axis.range
            vdev_enable_axis(index, UInt16(axis.code), range.lowerBound, range.upperBound, axis.resolution)
        }
        for property in model.properties { vdev_set_property(index, UInt16(property)) }
        for assignment in model.udev { vdev_set_udev(index, assignment) }
        vdev_plug(index)
        return VirtualDevice(index: index)
    }

    public func unplug(_ device: VirtualDevice) {
        vdev_unplug(device.index)
    }

    /// Opens this machine's devices, except those of `refusals`.
    public var opener: DeviceOpener {
        DeviceOpener(
            open: { path, _ throws(DeviceFailure) in
                self.opened.append(path)
                if let refusal = self.refusals[path] { throw refusal }
                let descriptor = vdev_open(path)
                guard descriptor >= 0 else { throw DeviceFailure(errno: -descriptor) }
                return descriptor
            },
            close: { _ = Glibc.close($0) })
    }

    /// Moves the clock on, and stops at each of libinput's timers on the way.
    ///
    /// - Parameter settle: called at every stop; has to dispatch libinput until it has nothing more to do.
    public func advance(microseconds: UInt64, settle: () throws -> Void) rethrows {
        let end = vdev_now() + microseconds
        try settle()
        while case let next = vdev_next_timer(), next != 0, next <= end {
            vdev_advance_to(next)
            try settle()
        }
        vdev_advance_to(end)
        try settle()
    }
}
