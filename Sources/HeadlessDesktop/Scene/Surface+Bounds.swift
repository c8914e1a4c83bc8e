// SPDX-License-Identifier: MIT

internal import DrayCore

// How much a surface covers with all that lies on it. To measure that is to go through its whole tree, so it is not
// done for every frame.

extension Surface {
    /// What the surface and those on it cover together, in its own coordinates; empty while it shows nothing. It is looked at
    /// once, until one of them has another place or shape.
    var treeBounds: Rectangle {
        if let knownBounds { return knownBounds }
        let bounds = measuredBounds
        knownBounds = bounds
        return bounds
    }

    /// The surface, or one on it, has another place or shape.
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
