// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Tells a client how many pixels its surface is best drawn with for each point, and each number only once.
struct PreferredScale {
    let object: WpFractionalScaleV1
    private var told: UInt32 = 0

    /// The protocol counts in parts of a whole.
    private static let denominator = 120.0

    init(_ object: WpFractionalScaleV1) {
        self.object = object
    }

    mutating func tell(_ scale: Double) {
        let parts = UInt32((scale * Self.denominator).rounded())
        guard parts != told else { return }
        told = parts
        object.sendPreferredScale(scale: parts)
    }
}
