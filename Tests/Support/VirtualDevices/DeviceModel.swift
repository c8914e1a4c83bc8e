// SPDX-License-Identifier: MIT

public import CVirtualDevices

/// The description of a device, as by the kernel and udev.
public struct DeviceModel {
    public var name: String
    public var bus: Int32
    public var vendor: UInt16
    public var product: UInt16
    /// The evdev codes by evdev type, such as `EV_KEY: [BTN_LEFT]`, without axes.
    public var codes: [(type: Int32, codes: [Int32])]
    public var axes: [Axis]
    /// `INPUT_PROP_…`
    public var properties: [Int32]
    /// The properties of udev rules, `KEY=value`.
    public var udev: [String]

    /// An absolute axis and its range in device units; `resolution` is in units per millimetre.
    public struct Axis {
        public var code: Int32
        public var range: ClosedRange<Int32>
        public var resolution: Int32

        public init(_ code: Int32, _ range: ClosedRange<Int32>, resolution: Int32 = 0) {
            self.code = code
            self.range = range
            self.resolution = resolution
        }
    }

    public init(
        name: String, bus: Int32 = BUS_USB, vendor: UInt16, product: UInt16,
        codes: [(type: Int32, codes: [Int32])] = [], axes: [Axis] = [], properties: [Int32] = [], udev: [String]
    ) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.codes = codes
        self.axes = axes
        self.properties = properties
        self.udev = udev
    }
}
