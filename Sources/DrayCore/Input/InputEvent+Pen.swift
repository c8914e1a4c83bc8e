// SPDX-License-Identifier: MIT

// Pens and other tools of a drawing tablet, which alone tell how hard they are pressed and how they are held.

extension InputEvent {
    /// What a pen (or another tool of a drawing tablet) did, with all that is known of it at that moment.
    public struct Pen: Equatable, Sendable {
        public var tool: Tool
        public var change: Change
        public var axes: Axes

        /// Why the event came.
        public enum Change: Equatable, Sendable {
            /// The tool came near enough to be seen.
            case proximityIn
            /// The tool is gone. Its tip and its buttons were released before.
            case proximityOut
            /// The tip touched the surface (pressed) or left it.
            case tip(PressState)
            /// Only the axes changed.
            case axes
            /// A button on the pen, with its evdev code: `BTN_STYLUS` is 0x14b.
            case button(code: UInt32, PressState)
        }

        /// Which tool it is. A tool with a serial number is the same on every tablet; without one it is known only
        /// while it is near.
        public struct Tool: Hashable, Sendable {
            public var kind: Kind
            /// 0 where the tool has none.
            public var serial: UInt64

            public enum Kind: Hashable, Sendable {
                case pen, eraser, brush, pencil, airbrush, mouse, lens, totem
                /// A kind that this version of Dray does not know.
                case unknown
            }

            public init(kind: Kind, serial: UInt64 = 0) {
                self.kind = kind
                self.serial = serial
            }
        }

        /// Where and how the tool is held. What a tool cannot measure is nil.
        public struct Axes: Equatable, Sendable {
            public var position: NormalizedPosition
            /// 0 to 1; more than a light touch activates at once what is spring-loaded (HIG-19).
            public var pressure: Double?
            /// Height above the surface, 0 to 1 of what can be measured.
            public var distance: Double?
            /// Degrees from the upright, to the right and towards the person.
            public var tilt: Tilt?
            /// Degrees clockwise around the tool's own axis.
            public var rotation: Double?

            public struct Tilt: Equatable, Sendable {
                public var x: Double
                public var y: Double

                public init(x: Double, y: Double) {
                    self.x = x
                    self.y = y
                }
            }

            public init(
                position: NormalizedPosition, pressure: Double? = nil, distance: Double? = nil, tilt: Tilt? = nil,
                rotation: Double? = nil
            ) {
                self.position = position
                self.pressure = pressure
                self.distance = distance
                self.tilt = tilt
                self.rotation = rotation
            }
        }

        public init(tool: Tool, change: Change, axes: Axes) {
            self.tool = tool
            self.change = change
            self.axes = axes
        }
    }
}
