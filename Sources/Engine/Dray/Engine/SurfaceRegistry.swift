// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The surfaces that sessions know by ID, until they are destroyed.
final class SurfaceRegistry {
    private var surfaces: [SurfaceID: WlSurface] = [:]
    /// Called with each surface that is destroyed.
    var whenDestroyed: (SurfaceID) -> Void = { _ in }

    subscript(id: SurfaceID) -> WlSurface? { surfaces[id] }

    /// Registers a surface and returns its ID.
    /// - Returns: The ID, and whether the surface was not registered before.
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
