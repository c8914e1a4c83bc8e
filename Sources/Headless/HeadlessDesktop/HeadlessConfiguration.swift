// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput
public import WaylandServer

/// The configuration of a headless compositor.
public struct HeadlessConfiguration: Sendable {
    /// The outputs in the order of announcement.
    public var outputs: [OutputConfiguration]
    public var seats: [SeatConfiguration]
    /// The keymap of all keyboards. The default is independent of the environment.
    public var keymap: KeymapNames
    /// A complete keymap in the format of `wl_keyboard.keymap_format.xkb_v1`, which replaces `keymap`.
    public var keymapText: String?
    /// The key repeat; nil (default) for none: clients measure the delay in their own clock, so that a held key would
    /// repeat on a slow machine but not on a fast one.
    public var keyRepeat: KeyRepeat?
    public var activation: Activation
    public var tolerance: ProtocolTolerance

    public struct KeyRepeat: Hashable, Sendable {
        public var perSecond: Int32
        public var delayMilliseconds: Int32

        public init(perSecond: Int32 = 25, delayMilliseconds: Int32 = 600) {
            self.perSecond = perSecond
            self.delayMilliseconds = delayMilliseconds
        }
    }

    /// The event of a click that raises and activates a window.
    public enum Activation: Hashable, Sendable {
        /// The press of the button.
        case onPress
        /// The release of the button, if the press did not begin a drag (HIG-28).
        case onRelease
    }

    public init(
        outputs: [OutputConfiguration] = [OutputConfiguration()], seats: [SeatConfiguration] = [SeatConfiguration()],
        keymap: KeymapNames = .fixed(layout: "us"), keyRepeat: KeyRepeat? = nil, activation: Activation = .onRelease,
        tolerance: ProtocolTolerance = []
    ) {
        self.outputs = outputs
        self.seats = seats
        self.keymap = keymap
        self.keyRepeat = keyRepeat
        self.activation = activation
        self.tolerance = tolerance
    }
}

/// The configuration of an output.
public struct OutputConfiguration: Hashable, Sendable {
    public var name: String
    /// In pixels.
    public var width: Int32
    /// In pixels.
    public var height: Int32
    /// The output scale, such as 1, 1.5 or 2.
    public var scale: Double
    /// The upper left corner in global coordinates; nil for the right side of all others.
    public var position: Point?

    public init(
        name: String = "HEADLESS-1", width: Int32 = 1280, height: Int32 = 800, scale: Double = 1,
        position: Point? = nil
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.scale = scale
        self.position = position
    }
}

/// The configuration of a seat.
public struct SeatConfiguration: Sendable {
    public var name: String
    public var capabilities: WlSeat.Capability

    public init(name: String = "seat0", capabilities: WlSeat.Capability = [.pointer, .keyboard, .touch]) {
        self.name = name
        self.capabilities = capabilities
    }
}
