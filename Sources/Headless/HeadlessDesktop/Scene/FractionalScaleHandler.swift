// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Handles the requests of `wp_fractional_scale_manager_v1`.
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

/// Manages one `wp_fractional_scale_v1`, which has no requests but `destroy`.
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
