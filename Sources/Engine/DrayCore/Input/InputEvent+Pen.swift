// SPDX-License-Identifier: MIT

// Pens and other tools of a drawing tablet, the only ones that report pressure, tilt and distance.

extension InputEvent {
    /// An event of a pen or another tool of a drawing tablet, with all of its current axes.
    public struct Pen: Equatable, Sendable {
        public var tool: Tool
        public var change: Change
        public var axes: Axes

        /// The change that the event reports.
        public enum Change: Equatable, Sendable {
            /// The tool entered proximity.
            case proximityIn
            /// The tool left proximity. Its tip and its buttons were released before.
            case proximityOut
            /// The tip touched the surface (pressed) or left it (released).
            case tip(PressState)
            /// Only the axes changed.
            case axes
            /// A button on the pen, with its evdev code: `BTN_STYLUS` is 0x14b.
            case button(code: UInt32, PressState)
        }

        /// The identity of a tool. A tool with a serial number is the same on every tablet; a tool without one is
        /// identified only while it is in proximity.
        public struct Tool: Hashable, Sendable {
            public var kind: Kind
            /// 0 if the tool has no serial number.
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

        /// The axes of a tool. An axis that the tool cannot measure is nil.
        public struct Axes: Equatable, Sendable {
            public var position: NormalizedPosition
            /// 0 to 1. A firm press activates a spring-loaded target immediately (HIG-19).
            public var pressure: Double?
            /// The height above the surface, 0 to 1 of the measurable range.
            public var distance: Double?
            /// Degrees from the vertical, to the right and towards the user.
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
