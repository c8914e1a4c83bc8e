// SPDX-License-Identifier: MIT

// The record of a frame, used by the report's film of a drag.

extension TraceEvent {
    /// A frame in which the visible parts of a drag changed. Each visible drag has its own record.
    package struct Frame: Codable, Equatable, Sendable {
        /// The engine's number of the drag.
        package var drag: UInt64
        /// The number among the frames of this drag, from 1.
        package var number: Int
        /// The number of images that were redrawn for the frame, over all drags; 0 if images only moved, faded or
        /// disappeared.
        package var redraws: Int
        /// The visible layers, from bottom to top; empty once the image has disappeared.
        package var layers: [Layer]
        /// The path of a PNG file of the layers around the image, relative to the trace; nil for frames that are not
        /// recorded.
        package var file: String?

        package init(drag: UInt64, number: Int, redraws: Int, layers: [Layer], file: String? = nil) {
            self.drag = drag
            self.number = number
            self.redraws = redraws
            self.layers = layers
            self.file = file
        }

        /// An image and its position.
        package struct Layer: Codable, Equatable, Sendable {
            /// The role of the layer: `image`, `badge`, `previous`, `highlight`, or `sheet 1` for the front sheet of a
            /// stack.
            package var role: String
            /// The position and size in the compositor's global space, in logical pixels.
            package var x: Double
            package var y: Double
            package var width: Double
            package var height: Double
            /// The opacity, from 0 to 1.
            package var opacity: Double

            package init(role: String, x: Double, y: Double, width: Double, height: Double, opacity: Double) {
                self.role = role
                self.x = x
                self.y = y
                self.width = width
                self.height = height
                self.opacity = opacity
            }
        }
    }
}
