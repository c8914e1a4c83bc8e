// SPDX-License-Identifier: MIT

import CVirtualDevices

/// Touch points on a touchscreen or a touchpad. They take effect with `frame`.
public final class VirtualFingers {
    private let device: VirtualDevice
    private let surface: Surface
    private var slots: Set<Int32> = []
    private var nextTrackingID: Int32 = 1

    public enum Surface {
        case touchscreen
        /// Touchpads also report the number of touch points.
        case touchpad
    }

    public init(on device: VirtualDevice, _ surface: Surface) {
        self.device = device
        self.surface = surface
    }

    public func down(_ slot: Int32, _ x: Int32, _ y: Int32) {
        change {
            device.emit(EV_ABS, ABS_MT_SLOT, slot)
            device.emit(EV_ABS, ABS_MT_TRACKING_ID, nextTrackingID)
            nextTrackingID += 1
            slots.insert(slot)
            place(x, y)
        }
    }

    public func move(_ slot: Int32, _ x: Int32, _ y: Int32) {
        device.emit(EV_ABS, ABS_MT_SLOT, slot)
        place(x, y)
    }

    public func up(_ slot: Int32) {
        change {
            device.emit(EV_ABS, ABS_MT_SLOT, slot)
            device.emit(EV_ABS, ABS_MT_TRACKING_ID, -1)
            slots.remove(slot)
        }
    }

    public func frame() {
        device.frame()
    }

    private func place(_ x: Int32, _ y: Int32) {
        device.emit(EV_ABS, ABS_MT_POSITION_X, x)
        device.emit(EV_ABS, ABS_MT_POSITION_Y, y)
    }

    private func change(_ body: () -> Void) {
        let before = slots.count
        body()
        if (before == 0) != slots.isEmpty { device.emit(EV_KEY, BTN_TOUCH, slots.isEmpty ? 0 : 1) }
        switch surface {
        case .touchscreen: break
        case .touchpad:
            if before > 0 { device.emit(EV_KEY, Self.tools[before - 1], 0) }
            if !slots.isEmpty { device.emit(EV_KEY, Self.tools[slots.count - 1], 1) }
        }
    }

    private static let tools = [BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP]
}
