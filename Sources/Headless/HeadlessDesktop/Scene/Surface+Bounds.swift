// SPDX-License-Identifier: MIT

internal import DrayCore

// The bounding boxes of surface trees. Computing one visits the whole tree, so it is not done for every frame.

extension Surface {
    /// The bounding box of the surface and its subsurfaces in surface coordinates; empty while it is unmapped. The
    /// value is cached until one of them is moved or resized.
    var treeBounds: Rectangle {
        if let knownBounds { return knownBounds }
        let bounds = measuredBounds
        knownBounds = bounds
        return bounds
    }

    /// Called when the surface or one of its subsurfaces was moved or resized.
    func treeReshaped() {
        var surface: Surface? = self
        while let reshaped = surface {
            reshaped.knownBounds = nil
            surface = reshaped.subsurface?.parent
        }
    }

    private var measuredBounds: Rectangle {
        guard isAlive, state.pixels != nil else { return .zero }
        let own = Rectangle(origin: .zero, size: state.size)
        return stack.children.reduce(own) { bounds, child in
            guard let surface = child.surface else { return bounds }
            return bounds.union(surface.treeBounds.offset(by: child.position))
        }
    }
}
