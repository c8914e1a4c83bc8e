// SPDX-License-Identifier: MIT

import CVirtualDevices
public import DrayCore
public import DrayInput
import Glibc

/// A machine with a stopped clock and virtual input devices, for the real libinput.
///
/// Only one can exist at a time in a process: creating a second one waits for the end of the first, so tests that
/// create any belong in serialized suites. Create it before the libinput context, and `end` it after the context is
/// destroyed.
public final class VirtualMachine {
    /// The paths that cannot be opened, with the reasons.
    public var refusals: [String: DeviceFailure] = [:]
    /// The paths that were opened, in order.
    public private(set) var opened: [String] = []

    public init(at start: Instant = Instant(microseconds: 10_000_000)) {
        vdev_begin(start.microseconds)
    }

    /// Removes all devices. The object must not be used afterwards.
    public func end() {
        vdev_end()
    }

    public var now: Instant { Instant(microseconds: vdev_now()) }

    /// The number of libinput's queries about devices. 0 means that the test is ineffective.
    public var questions: Int { Int(vdev_questions()) }

    /// Adds a new device.
    public func plug(_ model: DeviceModel) -> VirtualDevice {
        let index = vdev_create(model.name, UInt16(model.bus), model.vendor, model.product)
        for (type, codes) in model.codes {
            // A type without codes, such as EV_REP, has to be enabled too.
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

    /// Advances the clock, and stops at each of libinput's timers on the way.
    ///
    /// - Parameter settle: called at every stop; has to dispatch libinput until it is idle.
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
