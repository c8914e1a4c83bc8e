// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer
internal import WaylandUtil

// What clients ask of a surface; what comes of it is `Surface`'s.

extension Surface {
    /// The surface behind a client's object; nil for an object that is gone, or of another compositor.
    public static func of(_ object: WlSurface) -> Surface? {
        object.handler(as: SurfaceRequests.self)?.surface
    }
}

/// Answers the requests of one `wl_surface`. Everything but `commit` only changes what is pending.
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
        case .setOpaqueRegion: break  // Nothing is left out when windows are painted, so nothing depends on it.
        case .setInputRegion(let region):
            surface.pending.inputRegion = .set(region?.handler(as: RegionHandler.self)?.region)
        case .setBufferTransform(let transform): surface.pending.transform = .set(transform)
        case .setBufferScale(let scale):
            guard scale > 0 else { return object.postError(.invalidScale, "a scale of \(scale)") }
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
            // Since version 5 the offset has a request of its own.
            guard offset == .zero else { return object.postError(.invalidOffset, "an offset in attach") }
        } else {
            surface.pending.offset = surface.pending.offset + offset
        }
    }
}
