// SPDX-License-Identifier: MIT

extension InputEvent {
    /// Several fingers on a touchpad that mean something together, in the words of `zwp_pointer_gestures_v1`.
    public struct Gesture: Equatable, Sendable {
        /// How many fingers take part; does not change before the end.
        public var fingerCount: Int
        public var phase: Phase

        public enum Phase: Equatable, Sendable {
            case swipeBegan
            case swipeMoved(Movement)
            case swipeEnded(Ending)
            case pinchBegan
            case pinchMoved(Movement, scale: Double, rotation: Double)
            case pinchEnded(Ending)
            /// Fingers rest without moving.
            case holdBegan
            case holdEnded(Ending)
        }

        /// How far the middle of the fingers moved since the event before, in points.
        public struct Movement: Equatable, Sendable {
            public var delta: Point
            public var unaccelerated: Point

            public init(delta: Point, unaccelerated: Point) {
                self.delta = delta
                self.unaccelerated = unaccelerated
            }
        }

        public enum Ending: Equatable, Sendable {
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
