// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer
internal import WaylandUtil

// The requests of surfaces.

extension Surface {
    /// The surface of a client's object; nil if it was destroyed or belongs to another compositor.
    public static func of(_ object: WlSurface) -> Surface? {
        object.handler(as: SurfaceRequests.self)?.surface
    }
}

/// Handles the requests of one `wl_surface`. All requests but `commit` only change the pending state.
final class SurfaceRequests: ResourceHandler {
    let surface: Surface

    init(_ surface: Surface) {
        self.surface = surface
    }

    func handle(_ request: WlSurface.Request, on object: WlSurface) {
        switch request {
        case .destroy: break
        case .attach(let buffer, let x, let y): attach(buffer, Point(x: Double(x), y: Double(y)), on: object)
        case .damage, .damageBuffer: surface.pending.isDamaged = true
        case .frame(let callback): surface.pending.callbacks.append(callback)
        case .setOpaqueRegion: break  // Unused: all windows are painted completely.
        case .setInputRegion(let region):
            surface.pending.inputRegion = .set(region?.handler(as: RegionHandler.self)?.region)
        case .setBufferTransform(let transform): surface.pending.transform = .set(transform)
        case .setBufferScale(let scale):
            guard scale > 0 else { return object.postError(.invalidScale, "the scale is \(scale)") }
            surface.pending.scale = .set(scale)
        case .offset(let x, let y):
            surface.pending.offset = surface.pending.offset + Point(x: Double(x), y: Double(y))
        case .commit: surface.commit()
        }
    }

    func destroyed(_ object: WlSurface) { surface.handleDestroyed() }

    func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "set_buffer_transform" ? WlSurface.Error.invalidTransform.rawValue : nil
    }

    private func attach(_ buffer: WlBuffer?, _ offset: Point, on object: WlSurface) {
        surface.pending.buffer = .set(buffer)
        if object.resource.version >= 5 {
            // Since version 5, the offset has its own request.
            guard offset == .zero else { return object.postError(.invalidOffset, "attach has an offset") }
        } else {
            surface.pending.offset = surface.pending.offset + offset
        }
    }
}
