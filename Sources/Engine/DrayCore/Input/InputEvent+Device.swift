// SPDX-License-Identifier: MIT

/// One input device, from `deviceAdded` to `deviceRemoved`. Values are never reused, even if the same device is plugged
/// in again.
public struct DeviceID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

extension InputEvent {
    /// The properties of a device when it is added.
    public struct Device: Equatable, Sendable {
        /// The name that the device reports. For display; not unique.
        public var name: String
        /// The kernel's name, such as `event7`. Empty for devices that the kernel does not know.
        public var systemName: String
        public var vendor: UInt32
        public var product: UInt32
        public var capabilities: Capabilities
        /// The output that an absolute device (touchscreen, pen display) belongs to; nil if unknown, so that the host
        /// decides. From the configuration, else from udev's `WL_OUTPUT`.
        public var outputName: String?
        /// The logical seat, such as `default`. Devices of one seat share a pointer and a keyboard.
        public var seatName: String

        /// The kinds of events that a device can send.
        public struct Capabilities: OptionSet, Hashable, Sendable {
            public let rawValue: UInt32

            public static let keyboard = Capabilities(rawValue: 1 << 0)
            public static let pointer = Capabilities(rawValue: 1 << 1)
            public static let touch = Capabilities(rawValue: 1 << 2)
            public static let pen = Capabilities(rawValue: 1 << 3)
            /// The buttons and rings of a drawing tablet. Dray does not forward their events.
            public static let tabletPad = Capabilities(rawValue: 1 << 4)
            public static let gesture = Capabilities(rawValue: 1 << 5)
            /// Lid and tablet-mode switches. Dray does not forward their events.
            public static let toggleSwitch = Capabilities(rawValue: 1 << 6)

            public init(rawValue: UInt32) {
                self.rawValue = rawValue
            }
        }

        public init(
            name: String, systemName: String = "", vendor: UInt32 = 0, product: UInt32 = 0, capabilities: Capabilities,
            outputName: String? = nil, seatName: String = "default"
        ) {
            self.name = name
            self.systemName = systemName
            self.vendor = vendor
            self.product = product
            self.capabilities = capabilities
            self.outputName = outputName
            self.seatName = seatName
        }
    }
}
