// SPDX-License-Identifier: MIT

// Mice, touchpads, wheels and keyboards: small structures, one for each kind of thing that they say.

extension InputEvent {
    /// A relative movement of the pointer.
    public struct PointerMotion: Equatable, Sendable {
        /// How far to move the pointer, in points, acceleration included.
        public var delta: Point
        /// What the device itself measured, in its own units; what `zwp_relative_pointer_v1` calls unaccelerated.
        public var unaccelerated: Point

        public init(delta: Point, unaccelerated: Point) {
            self.delta = delta
            self.unaccelerated = unaccelerated
        }
    }

    /// A button of a mouse or touchpad.
    public struct Button: Equatable, Sendable {
        /// The evdev code, as in `wl_pointer.button`: `BTN_LEFT` is 0x110.
        public var code: UInt32
        public var state: PressState

        /// evdev's `BTN_LEFT`, `BTN_RIGHT` and `BTN_MIDDLE`.
        public static let left: UInt32 = 0x110
        public static let right: UInt32 = 0x111
        public static let middle: UInt32 = 0x112

        public init(code: UInt32, state: PressState) {
            self.code = code
            self.state = state
        }
    }

    /// A turn of the wheel, or a scroll with fingers.
    public struct Scroll: Equatable, Sendable {
        public var source: Source
        /// nil where the axis had no part in it.
        public var horizontal: Amount?
        /// nil where the axis had no part in it.
        public var vertical: Amount?

        public enum Source: Equatable, Sendable {
            /// A wheel with notches.
            case wheel
            /// Fingers on a touchpad. Ends with an amount of zero, where a client may begin kinetic scrolling.
            case finger
            /// Anything else that moves smoothly, such as scrolling by moving while a button is held.
            case continuous
        }

        /// How far along one axis; to the right and down is positive.
        public struct Amount: Equatable, Sendable {
            /// In points, as in `wl_pointer.axis`. A wheel counts one point for a degree: 15 for a common notch.
            public var points: Double
            /// Wheels only, else 0: 120 for a whole notch, less for a part of it, as in `wl_pointer.axis_value120`.
            public var v120: Double

            public init(points: Double, v120: Double = 0) {
                self.points = points
                self.v120 = v120
            }
        }

        public init(source: Source, horizontal: Amount? = nil, vertical: Amount? = nil) {
            self.source = source
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    /// A key of a keyboard. Repeats are not events: whoever wants them counts time.
    public struct Key: Equatable, Sendable {
        /// The evdev code, as in `wl_keyboard.key`: `KEY_ESC` is 1. Which letter it is, the keymap knows.
        public var code: UInt32
        public var state: PressState

        public init(code: UInt32, state: PressState) {
            self.code = code
            self.state = state
        }
    }
}
