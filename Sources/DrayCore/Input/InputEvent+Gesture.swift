// SPDX-License-Identifier: MIT

// Gestures on a touchpad. Nobody drags by one, and they go on while others drag (HIG-31).

extension InputEvent {
    /// Several fingers on a touchpad that mean something together, in the words of `zwp_pointer_gestures_v1`.
    public struct Gesture: Equatable, Sendable {
        /// How many fingers take part; does not change before the end.
        public var fingerCount: Int
        public var phase: Phase

        /// Which gesture it is, and how far it has come. Each begins once and ends once.
        public enum Phase: Equatable, Sendable {
            /// Fingers begin to move together.
            case swipeBegan
            case swipeMoved(Movement)
            case swipeEnded(Ending)
            /// Fingers begin to move apart, together, or around each other.
            case pinchBegan
            /// `scale` is the distance of the fingers against that at the beginning, 1 for the same; `rotation` is in
            /// degrees clockwise since the event before.
            case pinchMoved(Movement, scale: Double, rotation: Double)
            case pinchEnded(Ending)
            /// Fingers rest without moving.
            case holdBegan
            case holdEnded(Ending)
        }

        /// How far the middle of the fingers moved since the event before, in points.
        public struct Movement: Equatable, Sendable {
            /// Acceleration included.
            public var delta: Point
            /// As the device measured it.
            public var unaccelerated: Point

            public init(delta: Point, unaccelerated: Point) {
                self.delta = delta
                self.unaccelerated = unaccelerated
            }
        }

        /// How a gesture ends.
        public enum Ending: Equatable, Sendable {
            /// The fingers were lifted.
            case completed
            /// It turned into something else; what it began is to be taken back.
            case cancelled
        }

        public init(fingerCount: Int, phase: Phase) {
            self.fingerCount = fingerCount
            self.phase = phase
        }
    }
}
