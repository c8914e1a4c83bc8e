// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The surfaces that sessions know by number, as long as they live.
final class SurfaceRegistry {
    private var surfaces: [SurfaceID: WlSurface] = [:]
    /// Told of each surface that dies.
    var whenDestroyed: (SurfaceID) -> Void = { _ in }

    subscript(id: SurfaceID) -> WlSurface? { surfaces[id] }

    /// The identity of a surface, which is remembered from now on.
    /// - Returns: whether it was unknown before.
    func add(_ surface: WlSurface) -> (id: SurfaceID, isNew: Bool) {
        let id = SurfaceID(surface.resource.id)
        guard surface.resource.isAlive, surfaces.updateValue(surface, forKey: id) == nil else { return (id, false) }
        surface.resource.whenDestroyed { [weak self] in
            self?.surfaces[id] = nil
            self?.whenDestroyed(id)
        }
        return (id, true)
    }
}
