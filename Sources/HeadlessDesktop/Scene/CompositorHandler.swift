// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Answers `wl_compositor`.
final class CompositorHandler: ResourceHandler {
    private let compositor: HeadlessCompositor

    init(_ compositor: HeadlessCompositor) {
        self.compositor = compositor
    }

    func handle(_ request: WlCompositor.Request, on object: WlCompositor) {
        switch request {
        case .createSurface(let id):
            let surface = Surface(id, compositor: compositor)
            compositor.surfaceCreated(surface)
            id.setHandler(SurfaceRequests(surface))
        case .createRegion(let id):
            id.setHandler(RegionHandler())
        }
    }
}
