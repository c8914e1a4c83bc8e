// SPDX-License-Identifier: MIT

internal import HeadlessDesktop
internal import WaylandServer

/// Handles `wl_shell`, which WLCS uses for windows if it has the choice. All kinds of windows become plain ones.
final class LegacyShell: ResourceHandler {
    private let compositor: HeadlessCompositor

    init(_ compositor: HeadlessCompositor) {
        self.compositor = compositor
    }

    func handle(_ request: WlShell.Request, on object: WlShell) {
        switch request {
        case .getShellSurface(let id, let surface):
            guard let surface = Surface.of(surface) else { return }
            id.setHandler(LegacyShellSurface(surface, shell: object, compositor: compositor))
        }
    }
}

/// Handles the requests of one `wl_shell_surface`.
final class LegacyShellSurface: ResourceHandler {
    private let shell: WlShell
    private let surface: Surface
    private let compositor: HeadlessCompositor
    /// Nil until the client has assigned a role.
    private var window: PlainShell?

    init(_ surface: Surface, shell: WlShell, compositor: HeadlessCompositor) {
        self.surface = surface
        self.compositor = compositor
        self.shell = shell
    }

    func handle(_ request: WlShellSurface.Request, on object: WlShellSurface) {
        switch request {
        case .setToplevel, .setTransient, .setFullscreen, .setPopup, .setMaximized: becomeWindow()
        case .pong, .move, .resize, .setTitle, .setClass: break
        }
    }

    func destroyed(_ object: WlShellSurface) { window?.end() }

    private func becomeWindow() {
        guard window == nil, surface.isAlive else { return }
        window = PlainShell(surface, of: compositor)
        if window == nil { shell.postError(.role, "the surface has another role") }
    }
}
