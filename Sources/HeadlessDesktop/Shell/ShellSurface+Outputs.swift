// SPDX-License-Identifier: MIT

internal import DrayCore

extension ShellRole {
    /// Tells the client which outputs its surfaces are on: once for each that comes and each that goes.
    func updateOutputs(_ outputs: [Output]) {
        guard let origin = surfaceOrigin else { return }
        surface.update(at: origin, outputs)
        for popup in popups { popup.shellSurface?.updateOutputs(outputs) }
    }

}

extension Surface {
    /// Tells the client which outputs this surface and those on it are on, if they are in a window.
    func updateOutputs(_ outputs: [Output]) {
        if let origin = globalPosition { update(at: origin, outputs) }
    }

    /// - Parameter origin: its upper left corner in the global space.
    fileprivate func update(at origin: Point, _ outputs: [Output]) {
        let area = Rectangle(origin: origin, size: state.size)
        let now = isAlive && state.pixels != nil ? outputs.filter { $0.area.overlaps(area) } : []
        let before = shownOn
        for output in before where !now.contains(where: { $0 === output }) { output.sendLeave(self) }
        shownOn = now
        for output in now where !before.contains(where: { $0 === output }) { output.sendEnter(self) }
        updatePreferredScale()
        for child in stack.children {
            child.surface?.update(at: origin + child.position, outputs)
        }
    }
}
