// SPDX-License-Identifier: MIT

import DrayCore

/// The windows that surfaces belong to. Popups and subsurfaces belong to their parent's window.
struct SurfaceForest {
    private var parents: [SurfaceID: SurfaceID] = [:]
    private var last: UInt64 = 0

    /// The maximum depth. A client that exceeds it has created a cycle or tries to slow the proxy down; compositors
    /// reject it.
    private static let depth = 256

    /// Returns an identity for a new surface. Protocol ids are reused, identities are not.
    mutating func make() -> SurfaceID {
        last += 1
        return SurfaceID(last)
    }

    mutating func attach(_ surface: SurfaceID, to parent: SurfaceID) { parents[surface] = parent }

    mutating func detach(_ surface: SurfaceID) { parents[surface] = nil }

    func parent(of surface: SurfaceID) -> SurfaceID? { parents[surface] }

    /// The root surface of the window that a surface belongs to; the surface itself if it has no parent.
    func root(of surface: SurfaceID) -> SurfaceID {
        var root = surface
        for _ in 0..<Self.depth {
            guard let parent = parents[root] else { break }
            root = parent
        }
        return root
    }
}
