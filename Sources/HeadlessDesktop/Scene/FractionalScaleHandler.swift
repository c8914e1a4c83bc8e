// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Answers `wp_fractional_scale_manager_v1`.
final class FractionalScaleManagerHandler: ResourceHandler {
    func handle(_ request: WpFractionalScaleManagerV1.Request, on object: WpFractionalScaleManagerV1) {
        switch request {
        case .destroy: break
        case .getFractionalScale(let id, let surface):
            guard let surface = Surface.of(surface) else { return }
            guard surface.fractionalScale == nil else {
                return object.postError(.fractionalScaleExists, "the surface has a fractional scale")
            }
            id.setHandler(FractionalScaleHandler(surface))
            surface.fractionalScale = PreferredScale(id)
            surface.updatePreferredScale()
        }
    }
}

/// Looks after one `wp_fractional_scale_v1`, which says nothing.
final class FractionalScaleHandler: ResourceHandler {
    private weak var surface: Surface?

    init(_ surface: Surface) {
        self.surface = surface
    }

    func handle(_ request: WpFractionalScaleV1.Request, on object: WpFractionalScaleV1) {
        switch request {
        case .destroy: break
        }
    }

    func destroyed(_ object: WpFractionalScaleV1) {
        if surface?.fractionalScale?.object == object { surface?.fractionalScale = nil }
    }
}

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

extension Surface {
    /// The largest scale of the outputs that the surface is on; before it is on any, that of the first, where most
    /// windows come to be.
    func updatePreferredScale() {
        guard fractionalScale?.object.resource.isAlive == true else { return }
        let outputs = shownOn.isEmpty ? Array(compositor.outputs.prefix(1)) : shownOn
        if let scale = outputs.map(\.scale).max() { fractionalScale?.tell(scale) }
    }
}
