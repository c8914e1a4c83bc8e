// SPDX-License-Identifier: MIT

/// The subsurfaces of a surface from bottom to top, and the surface itself among them. Changes of the order wait for the
/// surface's commit.
package struct SubsurfaceStack {
    package enum Layer {
        case own
        case child(Subsurface)
    }

    package private(set) var layers: [Layer] = [.own]
    private var pending: [Layer] = [.own]

    /// Those that are in effect.
    var children: [Subsurface] { layers.compactMap(\.child) }
    /// Those that are, or wait for the surface's commit.
    var all: [Subsurface] { pending.compactMap(\.child) }

    mutating func apply() { layers = pending }

    mutating func add(_ child: Subsurface) { pending.append(.child(child)) }

    /// At once and for good: a subsurface that is gone leaves without a commit of the parent.
    mutating func remove(_ child: Subsurface) {
        layers.removeAll { $0.child === child }
        pending.removeAll { $0.child === child }
    }

    /// - Parameter reference: nil for the surface itself.
    /// - Returns: false if there is no such sibling.
    mutating func move(_ child: Subsurface, above reference: Subsurface?) -> Bool {
        move(child, nextTo: reference, by: 1)
    }

    /// - Parameter reference: nil for the surface itself.
    /// - Returns: false if there is no such sibling.
    mutating func move(_ child: Subsurface, below reference: Subsurface?) -> Bool {
        move(child, nextTo: reference, by: 0)
    }

    private mutating func move(_ child: Subsurface, nextTo reference: Subsurface?, by distance: Int) -> Bool {
        guard child !== reference, pending.contains(where: { $0.child === reference }) else { return false }
        pending.removeAll { $0.child === child }
        guard let place = pending.firstIndex(where: { $0.child === reference }) else { return false }
        pending.insert(.child(child), at: place + distance)
        return true
    }
}

extension SubsurfaceStack.Layer {
    /// Nil for the surface itself, of which there is exactly one.
    var child: Subsurface? {
        switch self {
        case .own: nil
        case .child(let child): child
        }
    }
}
