// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

// On which outputs a surface is, and the scale that it should be drawn at.

extension ShellRole {
    /// Tells the client which outputs its surfaces are on: once for each that comes and each that goes.
    func updateOutputs(_ outputs: [Output]) {
        guard let origin = surfaceOrigin else { return }
        surface.update(at: origin, outputs)
        for child in children { child.updateOutputs(outputs) }
    }
}

extension Surface {
    /// Tells the client which outputs this surface and those on it are on, if they are in a window.
    func updateOutputs(_ outputs: [Output]) {
        if let origin = globalPosition { update(at: origin, outputs) }
    }

    /// The largest scale of the outputs that the surface is on; before it is on any, that of the first, where most
    /// windows come to be.
    func updatePreferredScale() {
        guard fractionalScale?.object.resource.isAlive == true else { return }
        if let scale = shownOn.map(\.scale).max() ?? scene.firstScale { fractionalScale?.tell(scale) }
    }

    /// - Parameter origin: its upper left corner in the global space.
    fileprivate func update(at origin: Point, _ outputs: [Output]) {
        let area = Rectangle(origin: origin, size: state.size)
        let now = isAlive && state.pixels != nil ? outputs.filter { $0.area.overlaps(area) } : []
        let before = shownOn
        for output in before where !now.contains(where: { $0 === output }) { output.sendLeave(object) }
        shownOn = now
        for output in now where !before.contains(where: { $0 === output }) { output.sendEnter(object) }
        updatePreferredScale()
        for child in stack.children {
            child.surface?.update(at: origin + child.position, outputs)
        }
    }
}
