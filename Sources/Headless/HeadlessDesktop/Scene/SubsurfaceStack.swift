// SPDX-License-Identifier: MIT

/// The subsurfaces of a surface from bottom to top, with the surface itself among them. Changes of the order are
/// applied with the surface's commit.
package struct SubsurfaceStack {
    package enum Layer {
        case own
        case child(Subsurface)
    }

    package private(set) var layers: [Layer] = [.own]
    private var pending: [Layer] = [.own]
    private var isReordered = false
    /// The subsurfaces with state that waits for the surface's commit.
    private var waiting: [Subsurface] = []

    /// The current subsurfaces.
    var children: [Subsurface] { layers.compactMap(\.child) }
    /// Whether there are no current or pending subsurfaces.
    var isEmpty: Bool { layers.count == 1 && pending.count == 1 }
    /// The current and pending subsurfaces.
    var all: [Subsurface] { pending.compactMap(\.child) }

    /// - Returns: whether the order has changed.
    mutating func apply() -> Bool {
        guard isReordered else { return false }
        isReordered = false
        layers = pending
        return true
    }

    mutating func add(_ child: Subsurface) {
        pending.append(.child(child))
        isReordered = true
    }

    /// Registers a child for the surface's next commit.
    mutating func awaitCommit(_ child: Subsurface) { waiting.append(child) }

    /// Removes and returns the registered children.
    mutating func takeWaiting() -> [Subsurface] {
        defer { waiting = [] }
        return waiting
    }

    /// Removes a destroyed subsurface immediately, without a commit of the parent.
    mutating func remove(_ child: Subsurface) {
        if let index = layers.firstIndex(where: { $0.child === child }) { layers.remove(at: index) }
        if let index = pending.firstIndex(where: { $0.child === child }) { pending.remove(at: index) }
    }

    /// - Parameter reference: nil for the surface itself.
    /// - Returns: false if the reference is not a sibling.
    mutating func move(_ child: Subsurface, above reference: Subsurface?) -> Bool {
        move(child, nextTo: reference, by: 1)
    }

    /// - Parameter reference: nil for the surface itself.
    /// - Returns: false if the reference is not a sibling.
    mutating func move(_ child: Subsurface, below reference: Subsurface?) -> Bool {
        move(child, nextTo: reference, by: 0)
    }

    private mutating func move(_ child: Subsurface, nextTo reference: Subsurface?, by distance: Int) -> Bool {
        guard child !== reference, pending.contains(where: { $0.child === reference }) else { return false }
        pending.removeAll { $0.child === child }
        guard let place = pending.firstIndex(where: { $0.child === reference }) else { return false }
        pending.insert(.child(child), at: place + distance)
        isReordered = true
        return true
    }
}

extension SubsurfaceStack.Layer {
    /// Nil for the surface itself, which occurs exactly once.
    var child: Subsurface? {
        switch self {
        case .own: nil
        case .child(let child): child
        }
    }
}
