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
    private var mode = Mode.synchronised

    private enum Mode {
        case synchronised
        case desynchronised
    }

    init(_ surface: Surface, on parent: Surface) {
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

    /// The parent's state took effect, and with it what waited for it.
    func parentApplied() {
        if let pendingPosition { position = pendingPosition }
        pendingPosition = nil
        if isSynchronised { surface?.applyCached() }
    }

    package func handle(_ request: WlSubsurface.Request, on object: WlSubsurface) {
        switch request {
        case .destroy: break
        case .setPosition(let x, let y): pendingPosition = Point(x: Double(x), y: Double(y))
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
            surface.compositor.treeChanged()
        }
    }

    func handleParentDestroyed() {
        parent = nil
        surface?.compositor.treeChanged()
    }

    func handleSurfaceDestroyed() {
        leave()
        surface = nil
    }

    private func leave() {
        parent?.stack.remove(self)
        parent = nil
    }

    /// What waits for nobody any more is shown, here and on all surfaces below that were held up by this one.
    private func releaseCached() {
        guard !isSynchronised, let surface else { return }
        surface.applyCached()
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
