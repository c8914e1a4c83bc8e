// SPDX-License-Identifier: MIT

package import DrayCore
package import WaylandServer

/// A client's `wl_subsurface`: a surface's place on another.
package final class Subsurface: ResourceHandler {
    /// Nil once the surface is gone.
    package private(set) weak var surface: Surface?
    /// Nil once the parent is gone: then the surface shows nowhere, and its requests mean nothing.
    package private(set) weak var parent: Surface?
    /// In the parent's coordinates.
    package private(set) var position = Point.zero

    private var pendingPosition: Point?
    /// Whether the parent knows that its next commit concerns this one.
    private var isAwaited = false
    private var mode = Mode.synchronised
    /// Of what its client may have.
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

    /// Whether commits wait for the parent: by its own mode, or since the parent waits itself.
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

    /// Something waits for the parent's commit.
    func awaitParent() {
        guard !isAwaited, let parent else { return }
        isAwaited = true
        parent.stack.awaitCommit(self)
    }

    /// The parent's state took effect, and with it what waited for it.
    /// - Returns: whether something is in another place or has another shape now.
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

    /// The parent has told the compositor already.
    func handleParentDestroyed() { parent = nil }

    func handleSurfaceDestroyed() {
        leave()
        surface = nil
    }

    private func leave() {
        // One of a client that disconnects goes with its parent.
        if let parent, !parent.client.isLeaving {
            parent.stack.remove(self)
            parent.treeReshaped()
        }
        parent = nil
    }

    /// What waits for nobody any more is shown, here and on all surfaces below that were held up by this one.
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
        // wl_subsurface knows no offset; what moves is said by set_position.
    }

    package func surfaceDestroyed(_ surface: Surface) {}
}
