// SPDX-License-Identifier: MIT

extension TraceEvent {
    /// A frame in which something changed of what is seen of a drag. One record for each drag that is seen in it.
    struct Frame: Codable, Equatable, Sendable {
        /// Which drag, as the engine counts them.
        var drag: UInt64
        /// The number among the frames of this drag, from 1.
        var number: Int
        /// How many pictures were drawn anew for the frame, of all drags; 0 where some only moved, faded or went.
        var redraws: Int
        /// What is shown, the lowest first; none once the image is gone.
        var layers: [Layer]
        /// The path of a PNG file of the layers around the image, relative to the trace; nil for frames that are not
        /// worth one.
        var file: String?

        /// A picture in its place.
        struct Layer: Codable, Equatable, Sendable {
            /// What it is a part of: `image`, `badge`, `previous`, `highlight`, or `sheet 1` for the one in front.
            var role: String
            /// The place in the compositor's global space, in points, as all four.
            var x: Double
            var y: Double
            var width: Double
            var height: Double
            /// From 0 to 1.
            var opacity: Double
        }
    }
}
