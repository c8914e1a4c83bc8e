// SPDX-License-Identifier: MIT

// Events of mice, touchpads, wheels and keyboards.

extension InputEvent {
    /// A relative motion of the pointer.
    public struct PointerMotion: Equatable, Sendable {
        /// The motion with acceleration, in points.
        public var delta: Point
        /// The motion in device units, as in the unaccelerated arguments of `zwp_relative_pointer_v1`.
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

        /// The codes of evdev's `BTN_LEFT`, `BTN_RIGHT` and `BTN_MIDDLE`.
        public static let left: UInt32 = 0x110
        public static let right: UInt32 = 0x111
        public static let middle: UInt32 = 0x112

        public init(code: UInt32, state: PressState) {
            self.code = code
            self.state = state
        }
    }

    /// A scroll by wheel or by fingers.
    public struct Scroll: Equatable, Sendable {
        public var source: Source
        /// Nil if the event does not affect the axis.
        public var horizontal: Amount?
        /// Nil if the event does not affect the axis.
        public var vertical: Amount?

        public enum Source: Equatable, Sendable {
            /// A wheel with notches.
            case wheel
            /// Fingers on a touchpad. The scroll ends with an amount of zero; a client may begin kinetic scrolling
            /// then.
            case finger
            /// Any other smooth motion, such as scrolling by moving the pointer while a button is held.
            case continuous
        }

        /// The amount along one axis; right and down are positive.
        public struct Amount: Equatable, Sendable {
            /// The amount in points, as in `wl_pointer.axis`. For a wheel, one point per degree: 15 for a typical
            /// detent.
            public var points: Double
            /// For wheels, as in `wl_pointer.axis_value120`: 120 for a whole detent, less for a fraction. Otherwise 0.
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

    /// A key of a keyboard. There are no events for key repeat; receivers that need it use a timer.
    public struct Key: Equatable, Sendable {
        /// The evdev code, as in `wl_keyboard.key`: `KEY_ESC` is 1. The keymap translates it to a keysym.
        public var code: UInt32
        public var state: PressState

        public init(code: UInt32, state: PressState) {
            self.code = code
            self.state = state
        }
    }
}
