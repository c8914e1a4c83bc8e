// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Sends a client the preferred scale of its surface after each change.
struct PreferredScale {
    let object: WpFractionalScaleV1
    private var told: UInt32 = 0

    /// The denominator of the protocol's fractions.
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
