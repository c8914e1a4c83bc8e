// SPDX-License-Identifier: MIT

// What a trace has of each frame, for the report's film of a drag.

extension TraceEvent {
    /// A frame in which something changed of what is seen of a drag. One record for each drag that is seen in it.
    package struct Frame: Codable, Equatable, Sendable {
        /// Which drag, as the engine counts them.
        package var drag: UInt64
        /// The number among the frames of this drag, from 1.
        package var number: Int
        /// How many pictures were drawn anew for the frame, of all drags; 0 where some only moved, faded or went.
        package var redraws: Int
        /// What is shown, the lowest first; none once the image is gone.
        package var layers: [Layer]
        /// The path of a PNG file of the layers around the image, relative to the trace; nil for frames that are not
        /// worth one.
        package var file: String?

        package init(drag: UInt64, number: Int, redraws: Int, layers: [Layer], file: String? = nil) {
            self.drag = drag
            self.number = number
            self.redraws = redraws
            self.layers = layers
            self.file = file
        }

        /// A picture in its place.
        package struct Layer: Codable, Equatable, Sendable {
            /// What it is a part of: `image`, `badge`, `previous`, `highlight`, or `sheet 1` for the one in front.
            package var role: String
            /// The place in the compositor's global space, in points, as all four.
            package var x: Double
            package var y: Double
            package var width: Double
            package var height: Double
            /// From 0 to 1.
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
