// SPDX-License-Identifier: MIT

internal import DrayCore

/// Finds the surface below a point, from the topmost down.
enum Picking {
    /// - Parameter point: in the global space.
    static func pick(_ shell: any ShellRole, at point: Point) -> SurfaceHit? {
        guard shell.isMapped else { return nil }
        for popup in shell.popups.reversed() {
            if let child = popup.shellSurface, let hit = pick(child, at: point) { return hit }
        }
        guard let origin = shell.surfaceOrigin else { return nil }
        return pick(shell.surface, at: point - origin)
    }

    /// - Parameter point: in the surface's own coordinates.
    static func pick(_ surface: Surface, at point: Point) -> SurfaceHit? {
        // A surface that is just being destroyed is still where it was.
        guard surface.isAlive, surface.state.pixels != nil else { return nil }
        for layer in surface.stack.layers.reversed() {
            switch layer {
            case .own:
                if surface.state.acceptsInput(at: point) { return SurfaceHit(surface: surface, position: point) }
            case .child(let child):
                if let top = child.surface, let hit = pick(top, at: point - child.position) { return hit }
            }
        }
        return nil
    }
}
