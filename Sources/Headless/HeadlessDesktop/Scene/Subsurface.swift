// SPDX-License-Identifier: MIT

package import DrayCore
package import WaylandServer

/// A client's `wl_subsurface`.
package final class Subsurface: ResourceHandler {
    /// Nil after the surface is destroyed.
    package private(set) weak var surface: Surface?
    /// Nil after the parent is destroyed. The surface is then unmapped, and its requests have no effect.
    package private(set) weak var parent: Surface?
    /// In the parent's surface coordinates.
    package private(set) var position = Point.zero

    private var pendingPosition: Point?
    /// Whether the subsurface is registered for the parent's next commit.
    private var isAwaited = false
    private var mode = Mode.synchronised
    /// The reserved part of the client's budget.
    private let share: ClientBudget.Share

    private enum Mode {
        case synchronised
        case desynchronised
    }

    init(_ surface: Surface, on parent: Surface, _ share: ClientBudget.Share) {
        self.share = share
        self.surface = surface
        self.parent = parent
    }

    /// Whether commits are cached until the parent's: by its own mode, or because the parent is synchronised.
    var isSynchronised: Bool {
        var next: Subsurface? = self
        while let subsurface = next {
            switch subsurface.mode {
            case .synchronised: return true
            case .desynchronised: next = subsurface.parent?.subsurface
            }
        }
        return false
    }

    /// Registers the subsurface for the parent's commit.
    func awaitParent() {
        guard !isAwaited, let parent else { return }
        isAwaited = true
        parent.stack.awaitCommit(self)
    }

    /// Applies the cached state after the parent's state has been applied.
    /// - Returns: whether positions or sizes have changed.
    func parentApplied() -> Bool {
        isAwaited = false
        guard parent != nil else { return false }
        let isMoved = pendingPosition.map { $0 != position } ?? false
        if let pendingPosition { position = pendingPosition }
        pendingPosition = nil
        let isReshaped = isSynchronised && surface?.applyCached() ?? false
        return isMoved || isReshaped
    }

    package func handle(_ request: WlSubsurface.Request, on object: WlSubsurface) {
        switch request {
        case .destroy: break
        case .setPosition(let x, let y):
            pendingPosition = Point(x: Double(x), y: Double(y))
            awaitParent()
        case .placeAbove(let sibling):
            restack(object, sibling) { parent, reference in parent.stack.move(self, above: reference) }
        case .placeBelow(let sibling):
            restack(object, sibling) { parent, reference in parent.stack.move(self, below: reference) }
        case .setSync: mode = .synchronised
        case .setDesync:
            mode = .desynchronised
            releaseCached()
        }
    }

    package func destroyed(_ object: WlSubsurface) {
        leave()
        if let surface {
            surface.subsurface = nil
            surface.roleHandler = nil
            surface.scene.treeChanged(.everything)
        }
    }

    /// Called when the parent is destroyed, which has reported its change already.
    func handleParentDestroyed() { parent = nil }

    func handleSurfaceDestroyed() {
        leave()
        surface = nil
    }

    private func leave() {
        // If the whole client disconnects, the parent is destroyed too.
        if let parent, !parent.client.isLeaving {
            parent.stack.remove(self)
            parent.treeReshaped()
        }
        parent = nil
    }

    /// Applies cached state that no longer waits for a parent, here and for all descendants that were blocked by this
    /// surface.
    private func releaseCached() {
        guard !isSynchronised, let surface else { return }
        surface.showCached()
        for child in surface.stack.children { child.releaseCached() }
    }

    private func restack(_ object: WlSubsurface, _ sibling: WlSurface, _ move: (Surface, Subsurface?) -> Bool) {
        guard let parent, let reference = Surface.of(sibling) else { return }
        let isParent = reference === parent
        guard isParent || reference.subsurface != nil, move(parent, isParent ? nil : reference.subsurface) else {
            return object.postError(.badSurface, "wl_surface#\(sibling.resource.objectID) is not a sibling")
        }
    }
}

extension Subsurface: SurfaceRoleHandler {
    package func surfaceCommitted(_ surface: Surface, offset: Point) {
        // wl_subsurface has no offset; positions are set by set_position.
    }

    package func surfaceDestroyed(_ surface: Surface) {}
}
