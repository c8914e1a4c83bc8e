// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Handles the requests of `wl_subcompositor`.
final class SubcompositorHandler: ResourceHandler {
    /// The maximum depth of the tree, so that recursion cannot exhaust the stack.
    static let depthLimit = 64

    func handle(_ request: WlSubcompositor.Request, on object: WlSubcompositor) {
        switch request {
        case .destroy: break
        case .getSubsurface(let id, let surface, let parent):
            guard let child = Surface.of(surface), let base = Surface.of(parent) else { return }
            guard base.root !== child, child !== base else {
                return object.postError(.badSurface, "a surface cannot be its own ancestor")
            }
            guard Self.height(of: child) + Self.depth(of: base) < Self.depthLimit else {
                return object.client.postImplementationError("subsurfaces may be nested \(Self.depthLimit) deep")
            }
            let budget = base.scene.subsurfaces
            guard let share = budget.take(for: object.client) else {
                return object.client.postImplementationError("a client may have \(budget.limit) subsurfaces")
            }
            let subsurface = Subsurface(child, on: base, share)
            guard child.shell == nil, child.subsurface == nil, child.assignRole(.subsurface, to: subsurface) else {
                return object.postError(.badSurface, "wl_surface#\(surface.resource.objectID) has another role")
            }
            child.subsurface = subsurface
            base.stack.add(subsurface)
            id.setHandler(subsurface)
        }
    }

    private static func depth(of surface: Surface) -> Int {
        var depth = 0
        var surface = surface
        while let parent = surface.subsurface?.parent {
            depth += 1
            surface = parent
        }
        return depth
    }

    private static func height(of surface: Surface) -> Int {
        surface.stack.all.reduce(1) { most, child in
            max(most, (child.surface.map(height) ?? 0) + 1)
        }
    }
}
