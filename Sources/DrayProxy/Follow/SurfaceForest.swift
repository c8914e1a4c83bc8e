// SPDX-License-Identifier: MIT

import DrayCore

/// Which surfaces are parts of which windows: popups and subsurfaces belong to the window that they hang on.
struct SurfaceForest {
    private var parents: [SurfaceID: SurfaceID] = [:]
    private var last: UInt64 = 0

    /// A client that nests deeper has made a circle, or wants the proxy to be slow. The compositor will not have it.
    private static let depth = 256

    /// An identity for a new surface. Ids are used again, identities never.
    mutating func make() -> SurfaceID {
        last += 1
        return SurfaceID(last)
    }

    mutating func attach(_ surface: SurfaceID, to parent: SurfaceID) { parents[surface] = parent }

    mutating func detach(_ surface: SurfaceID) { parents[surface] = nil }

    func parent(of surface: SurfaceID) -> SurfaceID? { parents[surface] }

    /// The surface of the window that a surface is a part of; itself, where it is none.
    func root(of surface: SurfaceID) -> SurfaceID {
        var root = surface
        for _ in 0..<Self.depth {
            guard let parent = parents[root] else { break }
            root = parent
        }
        return root
    }
}
