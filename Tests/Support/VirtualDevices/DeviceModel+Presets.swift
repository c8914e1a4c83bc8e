// SPDX-License-Identifier: MIT

import CVirtualDevices

extension DeviceModel {
    /// Five buttons and a high-resolution wheel.
    public static var mouse: DeviceModel {
        DeviceModel(
            name: "Virtual Mouse", vendor: 0x1209, product: 1,
            codes: [
                (EV_KEY, [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE, BTN_SIDE, BTN_EXTRA]),
                (EV_REL, [REL_X, REL_Y, REL_WHEEL, REL_HWHEEL, REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES]),
            ],
            udev: ["ID_INPUT_MOUSE=1", "MOUSE_DPI=1000@125"])
    }

    /// An absolute mouse, as in virtual machines.
    public static var absolutePointer: DeviceModel {
        DeviceModel(
            name: "Virtual Absolute Pointer", vendor: 0x1209, product: 2, codes: [(EV_KEY, [BTN_LEFT, BTN_RIGHT])],
            axes: [Axis(ABS_X, 0...32767), Axis(ABS_Y, 0...32767)], udev: ["ID_INPUT_MOUSE=1"])
    }

    /// All keys of a full keyboard, and three LEDs.
    public static var keyboard: DeviceModel {
        DeviceModel(
            name: "Virtual Keyboard", vendor: 0x1209, product: 3,
            codes: [(EV_KEY, Array(1...127)), (EV_LED, [LED_NUML, LED_CAPSL, LED_SCROLLL]), (EV_REP, [])],
            udev: ["ID_INPUT_KEY=1", "ID_INPUT_KEYBOARD=1"])
    }

    /// 400 by 225 mm, ten touch points, 4001 by 2251 units.
    public static func touchscreen(output: String? = nil) -> DeviceModel {
        let x: ClosedRange<Int32> = 0...4000
        let y: ClosedRange<Int32> = 0...2250
        return DeviceModel(
            name: "Virtual Touchscreen", vendor: 0x1209, product: 4, codes: [(EV_KEY, [BTN_TOUCH])],
            axes: [
                Axis(ABS_X, x, resolution: 10), Axis(ABS_Y, y, resolution: 10), Axis(ABS_MT_SLOT, 0...9),
                Axis(ABS_MT_POSITION_X, x, resolution: 10), Axis(ABS_MT_POSITION_Y, y, resolution: 10),
                Axis(ABS_MT_TRACKING_ID, 0...65535),
            ],
            properties: [INPUT_PROP_DIRECT],
            udev: ["ID_INPUT_TOUCHSCREEN=1"] + (output.map { ["WL_OUTPUT=\($0)"] } ?? []))
    }

    /// 100 by 60 mm, five touch points, one button under the whole pad.
    public static var touchpad: DeviceModel {
        let x: ClosedRange<Int32> = 0...2000
        let y: ClosedRange<Int32> = 0...1200
        return DeviceModel(
            name: "Virtual Touchpad", bus: BUS_I2C, vendor: 0x1209, product: 5,
            codes: [
                (
                    EV_KEY,
                    [BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP]
                )
            ],
            axes: [
                Axis(ABS_X, x, resolution: 20), Axis(ABS_Y, y, resolution: 20), Axis(ABS_MT_SLOT, 0...4),
                Axis(ABS_MT_POSITION_X, x, resolution: 20), Axis(ABS_MT_POSITION_Y, y, resolution: 20),
                Axis(ABS_MT_TRACKING_ID, 0...65535),
            ],
            properties: [INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD],
            udev: ["ID_INPUT_TOUCHPAD=1", "ID_INPUT_TOUCHPAD_INTEGRATION=internal"])
    }

    /// A drawing tablet of 216 by 135 mm whose pen supports pressure and tilt.
    public static var penTablet: DeviceModel {
        DeviceModel(
            name: "Virtual Pen Tablet", vendor: 0x1209, product: 6,
            codes: [(EV_KEY, [BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS, BTN_STYLUS2])],
            axes: [
                Axis(ABS_X, 0...21600, resolution: 100), Axis(ABS_Y, 0...13500, resolution: 100),
                Axis(ABS_PRESSURE, 0...2047), Axis(ABS_DISTANCE, 0...63),
                Axis(ABS_TILT_X, -64...63, resolution: 57), Axis(ABS_TILT_Y, -64...63, resolution: 57),
            ],
            properties: [INPUT_PROP_POINTER], udev: ["ID_INPUT_TABLET=1"])
    }

    /// The buttons of a drawing tablet.
    public static var tabletPad: DeviceModel {
        DeviceModel(
            name: "Virtual Tablet Pad", vendor: 0x1209, product: 7,
            codes: [(EV_KEY, [BTN_0, BTN_1, BTN_2, BTN_3, BTN_STYLUS])],
            axes: [Axis(ABS_X, 0...1), Axis(ABS_Y, 0...1), Axis(ABS_MISC, 0...0)],
            udev: ["ID_INPUT_TABLET=1", "ID_INPUT_TABLET_PAD=1"])
    }

    /// The lid switch of a laptop.
    public static var lidSwitch: DeviceModel {
        DeviceModel(
            name: "Virtual Lid Switch", bus: BUS_HOST, vendor: 0x1209, product: 8, codes: [(EV_SW, [SW_LID])],
            udev: ["ID_INPUT_SWITCH=1"])
    }
}
