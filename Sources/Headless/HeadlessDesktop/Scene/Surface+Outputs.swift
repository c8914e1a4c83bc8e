// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

// The outputs that surfaces are on, and their preferred scale.

extension ShellRole {
    /// Sends enter and leave events for changes of the outputs that the role's surfaces are on.
    func updateOutputs(_ outputs: [Output]) {
        guard let origin = surfaceOrigin else { return }
        surface.update(at: origin, outputs)
        for child in children { child.updateOutputs(outputs) }
    }
}

extension Surface {
    /// Sends these events for this surface and its subsurfaces if they are in a window.
    func updateOutputs(_ outputs: [Output]) {
        if let origin = globalPosition { update(at: origin, outputs) }
    }

    /// Sends the largest scale of the outputs that the surface is on, or else that of the first output, on which most
    /// windows appear.
    func updatePreferredScale() {
        guard fractionalScale?.object.resource.isAlive == true else { return }
        if let scale = shownOn.map(\.scale).max() ?? scene.firstScale { fractionalScale?.tell(scale) }
    }

    /// - Parameter origin: the upper left corner in global coordinates.
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
