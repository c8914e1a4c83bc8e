// SPDX-License-Identifier: MIT

internal import DrayCore

extension ShellRole {
    /// Tells the client which outputs its surfaces are on: once for each that comes and each that goes.
    func updateOutputs(_ outputs: [Output]) {
        guard let origin = surfaceOrigin else { return }
        Self.update(surface, at: origin, outputs)
        for popup in popups { popup.shellSurface?.updateOutputs(outputs) }
    }

    private static func update(_ surface: Surface, at origin: Point, _ outputs: [Output]) {
        let area = Rectangle(origin: origin, size: surface.state.size)
        let shownOn = surface.isAlive && surface.state.pixels != nil ? outputs.filter { $0.area.overlaps(area) } : []
        for output in surface.shownOn where !shownOn.contains(where: { $0 === output }) { output.sendLeave(surface) }
        let before = surface.shownOn
        surface.shownOn = shownOn
        for output in shownOn where !before.contains(where: { $0 === output }) { output.sendEnter(surface) }
        surface.updatePreferredScale()
        for child in surface.stack.children {
            if let next = child.surface { update(next, at: origin + child.position, outputs) }
        }
    }
}
