// SPDX-License-Identifier: MIT

import CLibinput

// Applies a configuration to libinput; the configuration itself is a plain Swift value.

extension DeviceConfiguration {
    /// Applies all options that are set. libinput rejects options that a device does not have; that is not an error.
    func apply(to device: OpaquePointer) {
        if let calibration { apply(calibration, to: device) }
        if let pointerSpeed {
            let speed = pointerSpeed.isNaN ? 0 : min(max(pointerSpeed, -1), 1)
            _ = Libinput.calls.device_config_accel_set_speed(device, speed)
        }
        if let acceleration { _ = Libinput.calls.device_config_accel_set_profile(device, acceleration.libinput) }
        if let leftHanded { _ = Libinput.calls.device_config_left_handed_set(device, leftHanded ? 1 : 0) }
        if let middleButtonEmulation {
            _ = Libinput.calls.device_config_middle_emulation_set_enabled(
                device,
                middleButtonEmulation
                    ? LIBINPUT_CONFIG_MIDDLE_EMULATION_ENABLED : LIBINPUT_CONFIG_MIDDLE_EMULATION_DISABLED)
        }
        if let naturalScroll {
            _ = Libinput.calls.device_config_scroll_set_natural_scroll_enabled(device, naturalScroll ? 1 : 0)
        }
        if let scrollMethod { _ = Libinput.calls.device_config_scroll_set_method(device, scrollMethod.libinput) }
        if let tapToClick {
            _ = Libinput.calls.device_config_tap_set_enabled(
                device, tapToClick ? LIBINPUT_CONFIG_TAP_ENABLED : LIBINPUT_CONFIG_TAP_DISABLED)
        }
        if let tapAndDrag {
            _ = Libinput.calls.device_config_tap_set_drag_enabled(
                device, tapAndDrag ? LIBINPUT_CONFIG_DRAG_ENABLED : LIBINPUT_CONFIG_DRAG_DISABLED)
        }
        if let tapDragLock {
            _ = Libinput.calls.device_config_tap_set_drag_lock_enabled(
                device, tapDragLock ? LIBINPUT_CONFIG_DRAG_LOCK_ENABLED : LIBINPUT_CONFIG_DRAG_LOCK_DISABLED)
        }
        if let disableWhileTyping {
            _ = Libinput.calls.device_config_dwt_set_enabled(
                device, disableWhileTyping ? LIBINPUT_CONFIG_DWT_ENABLED : LIBINPUT_CONFIG_DWT_DISABLED)
        }
    }

    private func apply(_ matrix: CalibrationMatrix, to device: OpaquePointer) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { rows in
            _ = rows.initialize(from: [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f])
            _ = Libinput.calls.device_config_calibration_set_matrix(device, rows.baseAddress)
        }
    }
}

extension DeviceConfiguration.Acceleration {
    fileprivate var libinput: libinput_config_accel_profile {
        switch self {
        case .flat: LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT
        case .adaptive: LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE
        }
    }
}

extension DeviceConfiguration.ScrollMethod {
    fileprivate var libinput: libinput_config_scroll_method {
        switch self {
        case .none: LIBINPUT_CONFIG_SCROLL_NO_SCROLL
        case .twoFingers: LIBINPUT_CONFIG_SCROLL_2FG
        case .edge: LIBINPUT_CONFIG_SCROLL_EDGE
        case .onButtonDown: LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN
        }
    }
}
