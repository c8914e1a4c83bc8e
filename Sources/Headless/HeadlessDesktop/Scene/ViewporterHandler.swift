// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Handles the requests of `wp_viewporter`.
final class ViewporterHandler: ResourceHandler {
    func handle(_ request: WpViewporter.Request, on object: WpViewporter) {
        switch request {
        case .destroy: break
        case .getViewport(let id, let surface):
            guard let surface = Surface.of(surface) else { return }
            guard surface.viewport == nil else {
                return object.postError(.viewportExists, "the surface has a viewport")
            }
            surface.viewport = id
            id.setHandler(ViewportHandler(surface))
        }
    }
}

/// Handles the requests of one `wp_viewport`, which crops and scales a surface from its next commit on.
final class ViewportHandler: ResourceHandler {
    private weak var surface: Surface?

    init(_ surface: Surface) {
        self.surface = surface
    }

    func handle(_ request: WpViewport.Request, on object: WpViewport) {
        if case .destroy = request { return }
        guard let surface, surface.isAlive else { return object.postError(.noSurface, "the surface was destroyed") }
        switch request {
        case .destroy: break
        case .setSource(let x, let y, let width, let height):
            let source = Rectangle(
                x: x.doubleValue, y: y.doubleValue, width: width.doubleValue, height: height.doubleValue)
            if source == Rectangle(x: -1, y: -1, width: -1, height: -1) {
                surface.pending.source = .set(nil)
            } else if source.x < 0 || source.y < 0 || source.size.isEmpty {
                object.postError(.badValue, "the source is \(source.width)x\(source.height) at \(source.x),\(source.y)")
            } else {
                surface.pending.source = .set(source)
            }
        case .setDestination(let width, let height):
            if width == -1, height == -1 {
                surface.pending.destination = .set(nil)
            } else if width <= 0 || height <= 0 {
                object.postError(.badValue, "the destination is \(width)x\(height)")
            } else {
                surface.pending.destination = .set(Size(width: Double(width), height: Double(height)))
            }
        }
    }

    func destroyed(_ object: WpViewport) {
        guard let surface, surface.viewport == object else { return }
        surface.viewport = nil
        surface.pending.source = .set(nil)
        surface.pending.destination = .set(nil)
    }
}
