// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Handles the requests of `wl_compositor`.
final class CompositorHandler: ResourceHandler {
    private let scene: Scene

    init(_ scene: Scene) {
        self.scene = scene
    }

    func handle(_ request: WlCompositor.Request, on object: WlCompositor) {
        switch request {
        case .createSurface(let id):
            let surface = scene.makeSurface(id)
            id.setHandler(SurfaceRequests(surface))
            scene.surfaceMade(surface)
        case .createRegion(let id):
            id.setHandler(RegionHandler())
        }
    }
}
