// SPDX-License-Identifier: MIT

// Touchpad gestures. They drive no drag, and continue during drags of other devices (HIG-31).

extension InputEvent {
    /// A gesture of several fingers on a touchpad, as in `zwp_pointer_gestures_v1`.
    public struct Gesture: Equatable, Sendable {
        /// The number of fingers; constant during the gesture.
        public var fingerCount: Int
        public var phase: Phase

        /// The kind and progress of a gesture. Each gesture begins once and ends once.
        public enum Phase: Equatable, Sendable {
            /// The fingers begin to move in one direction.
            case swipeBegan
            case swipeMoved(Movement)
            case swipeEnded(Ending)
            /// The fingers begin to move apart, towards each other, or around each other.
            case pinchBegan
            /// `scale` is the distance of the fingers relative to the beginning, 1 for the same distance; `rotation` is
            /// in degrees clockwise since the previous event.
            case pinchMoved(Movement, scale: Double, rotation: Double)
            case pinchEnded(Ending)
            /// The fingers touch without moving.
            case holdBegan
            case holdEnded(Ending)
        }

        /// The movement of the centre of the fingers since the previous event, in points.
        public struct Movement: Equatable, Sendable {
            /// The movement with acceleration.
            public var delta: Point
            /// The movement without acceleration, as the device measured it.
            public var unaccelerated: Point

            public init(delta: Point, unaccelerated: Point) {
                self.delta = delta
                self.unaccelerated = unaccelerated
            }
        }

        /// The end of a gesture.
        public enum Ending: Equatable, Sendable {
            /// The fingers were lifted.
            case completed
            /// It turned into something else; its effects are to be undone.
            case cancelled
        }

        public init(fingerCount: Int, phase: Phase) {
            self.fingerCount = fingerCount
            self.phase = phase
        }
    }
}
