// SPDX-License-Identifier: MIT

/// One event of an input device.
///
/// A plain value that can be recorded, forwarded and replayed. `DrayInput` converts libinput's events; a host that
/// reads devices itself, a scenario or a test creates them directly (RUN-05, RUN-06).
public struct InputEvent: Equatable, Sendable {
    /// The time of the event on the device's clock (libinput's is `CLOCK_MONOTONIC`).
    ///
    /// It may be slightly earlier than that of the previous event: a tap on a touchpad is recognised only afterwards.
    /// libinput provides no time for added and removed devices; those events carry the latest time so far.
    public var time: Instant
    /// The device that sent the event.
    public var device: DeviceID
    /// The content of the event.
    public var content: Content

    /// The kinds of events.
    public enum Content: Equatable, Sendable {
        /// A device was added. Precedes all of its other events.
        case deviceAdded(Device)
        /// The device was removed, and its identity is not reused. Everything that it held down counts as released; its
        /// fingers were cancelled before.
        case deviceRemoved
        /// A mouse or touchpad moved the pointer by an offset.
        case pointerMotion(PointerMotion)
        /// A device with absolute coordinates (for example a virtual machine's mouse) set the position of the pointer.
        case pointerMotionAbsolute(NormalizedPosition)
        /// A button of a mouse or touchpad was pressed or released.
        case button(Button)
        /// A wheel or fingers scrolled.
        case scroll(Scroll)
        /// A key was pressed or released.
        case key(Key)
        /// A finger on a touchscreen was put down, moved or lifted.
        case touch(Touch)
        /// A pen entered or left proximity, touched, moved, or had a button pressed.
        case pen(Pen)
        /// A gesture on a touchpad. It has no effect on a drag, and is forwarded to the host (HIG-31).
        case gesture(Gesture)
    }

    public init(time: Instant, device: DeviceID, content: Content) {
        self.time = time
        self.device = device
        self.content = content
    }
}

extension InputEvent {
    /// The state of a key, a button or the tip of a pen.
    public enum PressState: Equatable, Sendable {
        case pressed
        case released
    }

    /// A position on a device's surface: (0, 0) at the top left, (1, 1) at the bottom right.
    ///
    /// Values outside of this range are clamped.
    public struct NormalizedPosition: Equatable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = Self.clamped(x)
            self.y = Self.clamped(y)
        }

        /// Returns the same position on an output (or any other rectangle), in points from its top left corner.
        public func point(onWidth width: Double, height: Double) -> Point {
            Point(x: x * width, y: y * height)
        }

        /// Also converts NaN to 0, so that positions can always be compared.
        private static func clamped(_ value: Double) -> Double {
            value > 0 ? min(value, 1) : 0
        }
    }
}
