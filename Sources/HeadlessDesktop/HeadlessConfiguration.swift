// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput
public import WaylandServer

/// What a headless compositor consists of.
public struct HeadlessConfiguration: Sendable {
    /// In the order in which they are announced.
    public var outputs: [OutputConfiguration]
    public var seats: [SeatConfiguration]
    /// For all keyboards. The same everywhere by default, whatever the environment says.
    public var keymap: KeymapNames
    /// A whole keymap, in the format of `wl_keyboard.keymap_format.xkb_v1`, in place of the names'.
    public var keymapText: String?
    /// Nil for none, which is the default: clients count the time until a repeat on a clock that is not the
    /// compositor's, so that a held key would repeat on a slow machine and not on a fast one.
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

    /// When a click raises a window and gives it the keyboard.
    public enum Activation: Hashable, Sendable {
        /// When the button goes down.
        case onPress
        /// When it goes up again, and only if no drag came of it (HIG-28).
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

/// One screen.
public struct OutputConfiguration: Hashable, Sendable {
    public var name: String
    /// In pixels.
    public var width: Int32
    /// In pixels.
    public var height: Int32
    /// Pixels for a point, such as 1, 1.5 or 2.
    public var scale: Double
    /// Its upper left corner in the compositor's global space; nil for right of all others.
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

/// One person's devices.
public struct SeatConfiguration: Sendable {
    public var name: String
    public var capabilities: WlSeat.Capability

    public init(name: String = "seat0", capabilities: WlSeat.Capability = [.pointer, .keyboard, .touch]) {
        self.name = name
        self.capabilities = capabilities
    }
}
