// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Answers `wl_compositor`.
final class CompositorHandler: ResourceHandler {
    private let scene: Scene

    init(_ scene: Scene) {
        self.scene = scene
    }

    func handle(_ request: WlCompositor.Request, on object: WlCompositor) {
        switch request {
        case .createSurface(let id):
            id.setHandler(SurfaceRequests(scene.makeSurface(id)))
        case .createRegion(let id):
            id.setHandler(RegionHandler())
        }
    }
}
