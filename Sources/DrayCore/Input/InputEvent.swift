// SPDX-License-Identifier: MIT

/// One thing that an input device said: what, when, and which device.
///
/// A plain value, so that it can be written down, sent along and played again. `DrayInput` makes them of libinput's
/// events; a host that reads its devices itself, a scenario or a test makes them by hand (RUN-05, RUN-06).
public struct InputEvent: Equatable, Sendable {
    /// When it happened, on the device's clock (libinput's is `CLOCK_MONOTONIC`).
    ///
    /// It may lie a little before that of the event before: a tap on a touchpad is known for one only afterwards.
    /// libinput gives no time with devices that come and go; those carry the latest time so far.
    public var time: Instant
    /// Who says it.
    public var device: DeviceID
    /// What it says.
    public var content: Content

    /// What was said.
    public enum Content: Equatable, Sendable {
        /// A device is there from now on. Comes before all else that it says.
        case deviceAdded(Device)
        /// The device is gone, and its identity is not used again. Whatever it held down counts as released;
        /// fingers on it were cancelled before.
        case deviceRemoved
        /// A mouse or touchpad moved the pointer by some way.
        case pointerMotion(PointerMotion)
        /// A device with a surface of its own put the pointer somewhere (a virtual machine's mouse, for instance).
        case pointerMotionAbsolute(NormalizedPosition)
        /// A button of a mouse or touchpad went down or up.
        case button(Button)
        /// A wheel or fingers scrolled.
        case scroll(Scroll)
        /// A key went down or up.
        case key(Key)
        /// A finger on a touchscreen came, moved or went.
        case touch(Touch)
        /// A pen came near, touched, moved, was pressed, or went.
        case pen(Pen)
        /// A gesture on a touchpad. It says nothing about a drag, and is passed on to the host (HIG-31).
        case gesture(Gesture)
    }

    public init(time: Instant, device: DeviceID, content: Content) {
        self.time = time
        self.device = device
        self.content = content
    }
}

extension InputEvent {
    /// Whether a key, a button or a pen's tip went down or up.
    public enum PressState: Equatable, Sendable {
        case pressed
        case released
    }

    /// A place on a device's surface: 0, 0 at the top left, 1, 1 at the bottom right.
    ///
    /// Never outside of that: a device that reports more than it promised is held at its edge.
    public struct NormalizedPosition: Equatable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = Self.clamped(x)
            self.y = Self.clamped(y)
        }

        /// The same place on an output (or any other rectangle), in points from its top left corner.
        public func point(onWidth width: Double, height: Double) -> Point {
            Point(x: x * width, y: y * height)
        }

        /// Not-a-number becomes 0, so that two positions can always be compared.
        private static func clamped(_ value: Double) -> Double {
            value > 0 ? min(value, 1) : 0
        }
    }
}
