// SPDX-License-Identifier: MIT

import CLibinput
import DrayCore

// Each initializer reads one of libinput's structs, which stays owned by the caller.

extension InputEvent.Device {
    init(libinput device: OpaquePointer) {
        let seat: OpaquePointer = Libinput.calls.device_get_seat(device)!
        self.init(
            name: String(cString: Libinput.calls.device_get_name(device)!),
            systemName: String(cString: Libinput.calls.device_get_sysname(device)!),
            vendor: UInt32(Libinput.calls.device_get_id_vendor(device)),
            product: UInt32(Libinput.calls.device_get_id_product(device)),
            capabilities: Capabilities(libinput: device),
            outputName: Libinput.calls.device_get_output_name(device).map { String(cString: $0) },
            seatName: String(cString: Libinput.calls.seat_get_logical_name(seat)!))
    }
}

extension InputEvent.Device.Capabilities {
    fileprivate init(libinput device: OpaquePointer) {
        self = []
        func add(_ capability: Self, if libinput: libinput_device_capability) {
            if Libinput.calls.device_has_capability(device, libinput) != 0 { insert(capability) }
        }
        add(.keyboard, if: LIBINPUT_DEVICE_CAP_KEYBOARD)
        add(.pointer, if: LIBINPUT_DEVICE_CAP_POINTER)
        add(.touch, if: LIBINPUT_DEVICE_CAP_TOUCH)
        add(.pen, if: LIBINPUT_DEVICE_CAP_TABLET_TOOL)
        add(.tabletPad, if: LIBINPUT_DEVICE_CAP_TABLET_PAD)
        add(.gesture, if: LIBINPUT_DEVICE_CAP_GESTURE)
        add(.toggleSwitch, if: LIBINPUT_DEVICE_CAP_SWITCH)
    }
}

extension InputEvent.Key {
    init(libinput key: OpaquePointer) {
        let isPressed = Libinput.calls.event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED
        self.init(code: Libinput.calls.event_keyboard_get_key(key), state: isPressed ? .pressed : .released)
    }
}

extension InputEvent.PointerMotion {
    init(libinput pointer: OpaquePointer) {
        self.init(
            delta: Point(
                x: Libinput.calls.event_pointer_get_dx(pointer), y: Libinput.calls.event_pointer_get_dy(pointer)),
            unaccelerated: Point(
                x: Libinput.calls.event_pointer_get_dx_unaccelerated(pointer),
                y: Libinput.calls.event_pointer_get_dy_unaccelerated(pointer)))
    }
}

extension InputEvent.Button {
    init(libinput pointer: OpaquePointer) {
        let isPressed = Libinput.calls.event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED
        self.init(code: Libinput.calls.event_pointer_get_button(pointer), state: isPressed ? .pressed : .released)
    }
}

extension InputEvent.Scroll {
    init(libinput pointer: OpaquePointer, source: Source) {
        self.init(
            source: source,
            horizontal: Amount(libinput: pointer, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL, source),
            vertical: Amount(libinput: pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL, source))
    }
}

extension InputEvent.Scroll.Amount {
    /// Nil if the event does not affect the axis.
    fileprivate init?(
        libinput pointer: OpaquePointer, _ axis: libinput_pointer_axis, _ source: InputEvent.Scroll.Source
    ) {
        guard Libinput.calls.event_pointer_has_axis(pointer, axis) != 0 else { return nil }
        // A wheel's value is in degrees; see `points`.
        let points = Libinput.calls.event_pointer_get_scroll_value(pointer, axis)
        switch source {
        case .wheel:
            self.init(points: points, v120: Libinput.calls.event_pointer_get_scroll_value_v120(pointer, axis))
        case .finger, .continuous:
            self.init(points: points)  // libinput logs a client bug for v120 values here.
        }
    }
}

// libinput scales positions to a requested size; with a size of 1 they are normalized.
extension InputEvent.NormalizedPosition {
    init(libinputPointer pointer: OpaquePointer) {
        self.init(
            x: Libinput.calls.event_pointer_get_absolute_x_transformed(pointer, 1),
            y: Libinput.calls.event_pointer_get_absolute_y_transformed(pointer, 1))
    }

    init(libinputTouch touch: OpaquePointer) {
        self.init(
            x: Libinput.calls.event_touch_get_x_transformed(touch, 1),
            y: Libinput.calls.event_touch_get_y_transformed(touch, 1))
    }

    fileprivate init(libinputPen pen: OpaquePointer) {
        self.init(
            x: Libinput.calls.event_tablet_tool_get_x_transformed(pen, 1),
            y: Libinput.calls.event_tablet_tool_get_y_transformed(pen, 1))
    }
}

extension FingerID {
    /// Uses libinput's seat slot, which is unique among all fingers of a seat, unlike the slot.
    init(libinput touch: OpaquePointer) {
        self.init(Libinput.calls.event_touch_get_seat_slot(touch))
    }
}

extension InputEvent.Pen {
    init(libinput pen: OpaquePointer, change: Change) {
        let tool: OpaquePointer = Libinput.calls.event_tablet_tool_get_tool(pen)!
        self.init(tool: Tool(libinput: tool), change: change, axes: Axes(libinput: pen, tool))
    }
}

extension InputEvent.Pen.Change {
    init(libinputProximity pen: OpaquePointer) {
        let isNear =
            Libinput.calls.event_tablet_tool_get_proximity_state(pen) == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN
        self = isNear ? .proximityIn : .proximityOut
    }

    init(libinputTip pen: OpaquePointer) {
        let isDown = Libinput.calls.event_tablet_tool_get_tip_state(pen) == LIBINPUT_TABLET_TOOL_TIP_DOWN
        self = .tip(isDown ? .pressed : .released)
    }

    init(libinputButton pen: OpaquePointer) {
        let isPressed = Libinput.calls.event_tablet_tool_get_button_state(pen) == LIBINPUT_BUTTON_STATE_PRESSED
        self = .button(code: Libinput.calls.event_tablet_tool_get_button(pen), isPressed ? .pressed : .released)
    }
}

extension InputEvent.Pen.Tool {
    fileprivate init(libinput tool: OpaquePointer) {
        let kind: Kind? =
            switch Libinput.calls.tablet_tool_get_type(tool) {
            case LIBINPUT_TABLET_TOOL_TYPE_PEN: .pen
            case LIBINPUT_TABLET_TOOL_TYPE_ERASER: .eraser
            case LIBINPUT_TABLET_TOOL_TYPE_BRUSH: .brush
            case LIBINPUT_TABLET_TOOL_TYPE_PENCIL: .pencil
            case LIBINPUT_TABLET_TOOL_TYPE_AIRBRUSH: .airbrush
            case LIBINPUT_TABLET_TOOL_TYPE_MOUSE: .mouse
            case LIBINPUT_TABLET_TOOL_TYPE_LENS: .lens
            case LIBINPUT_TABLET_TOOL_TYPE_TOTEM: .totem
            default: nil
            }
        self.init(kind: kind ?? .unknown, serial: Libinput.calls.tablet_tool_get_serial(tool))
    }
}

extension InputEvent.Pen.Axes {
    fileprivate init(libinput pen: OpaquePointer, _ tool: OpaquePointer) {
        self.init(position: .init(libinputPen: pen))
        if Libinput.calls.tablet_tool_has_pressure(tool) != 0 {
            pressure = Libinput.calls.event_tablet_tool_get_pressure(pen)
        }
        if Libinput.calls.tablet_tool_has_distance(tool) != 0 {
            distance = Libinput.calls.event_tablet_tool_get_distance(pen)
        }
        if Libinput.calls.tablet_tool_has_tilt(tool) != 0 {
            tilt = Tilt(
                x: Libinput.calls.event_tablet_tool_get_tilt_x(pen), y: Libinput.calls.event_tablet_tool_get_tilt_y(pen)
            )
        }
        if Libinput.calls.tablet_tool_has_rotation(tool) != 0 {
            rotation = Libinput.calls.event_tablet_tool_get_rotation(pen)
        }
    }
}

extension InputEvent.Gesture.Movement {
    init(libinput gesture: OpaquePointer) {
        self.init(
            delta: Point(
                x: Libinput.calls.event_gesture_get_dx(gesture), y: Libinput.calls.event_gesture_get_dy(gesture)),
            unaccelerated: Point(
                x: Libinput.calls.event_gesture_get_dx_unaccelerated(gesture),
                y: Libinput.calls.event_gesture_get_dy_unaccelerated(gesture)))
    }
}

extension InputEvent.Gesture.Phase {
    init(libinputPinch gesture: OpaquePointer) {
        self = .pinchMoved(
            .init(libinput: gesture), scale: Libinput.calls.event_gesture_get_scale(gesture),
            rotation: Libinput.calls.event_gesture_get_angle_delta(gesture))
    }
}

extension InputEvent.Gesture.Ending {
    init(libinput gesture: OpaquePointer) {
        self = Libinput.calls.event_gesture_get_cancelled(gesture) != 0 ? .cancelled : .completed
    }
}
