// SPDX-License-Identifier: MIT

public import DrayCore

/// Makes a surface a window that is mapped whenever it has content, without the configure sequence of `xdg_surface`.
///
/// For shell protocols outside of the compositor, such as `wl_shell`, whose implementation retains one object for each
/// surface.
public final class PlainShell {
    let surface: Surface
    private let plainWindow: Window
    private let host: any ShellHost
    private var stage = Stage.unmapped

    private enum Stage {
        case unmapped
        case mapped
        /// The surface or the role was destroyed.
        case ended
    }

    /// - Returns: nil if the surface has another role, or is a window already.
    public init?(_ surface: Surface, of compositor: HeadlessCompositor) {
        self.surface = surface
        host = compositor
        plainWindow = Window(surface, nil, host: compositor)
        guard surface.shell == nil, surface.subsurface == nil, surface.assignRole(.toplevel, to: self) else {
            return nil
        }
        surface.shell = self
        plainWindow.shell = self
        update()
    }

    /// Ends the window. The surface remains, and may become a window again.
    public func end() {
        unmap()
        stage = .ended
        if surface.shell === self { surface.shell = nil }
        plainWindow.shell = nil
        if surface.roleHandler === self { surface.roleHandler = nil }
    }

    private func update() {
        switch (stage, surface.state.pixels != nil) {
        case (.unmapped, true):
            stage = .mapped
            host.windowMapped(plainWindow)
        case (.mapped, false): unmap()
        case (.unmapped, false), (.mapped, true), (.ended, _): break
        }
    }

    private func unmap() {
        guard isMapped else { return }
        stage = .unmapped
        host.windowUnmapped(plainWindow)
    }
}

extension PlainShell: WindowShell {
    var isMapped: Bool { stage == .mapped }
    var window: Window? { stage == .ended ? nil : plainWindow }
    var children: [any ShellRole] { [] }
    var windowGeometry: Rectangle { Rectangle(origin: .zero, size: surface.state.size) }
    var surfaceOrigin: Point? { isMapped ? plainWindow.position : nil }

    func mayCommit(_ surface: Surface) -> Bool { true }
    func reconfigure() {}
    func surroundingsChanged() {}
    func endRole() { end() }
}

extension PlainShell: SurfaceRoleHandler {
    public func surfaceCommitted(_ surface: Surface, offset: Point) { update() }
    public func surfaceDestroyed(_ surface: Surface) { end() }
}
