// SPDX-License-Identifier: MIT

internal import HeadlessDesktop
internal import WaylandServer
internal import WaylandUtil

/// Handles `zxdg_shell_v6`, the predecessor of `xdg_wm_base`, which some input tests use. It supports only windows:
/// popups are rejected.
final class UnstableShell: ResourceHandler {
    private let compositor: HeadlessCompositor

    init(_ compositor: HeadlessCompositor) {
        self.compositor = compositor
    }

    func handle(_ request: ZxdgShellV6.Request, on object: ZxdgShellV6) {
        switch request {
        case .destroy, .createPositioner, .pong: break
        case .getXdgSurface(let id, let surface):
            guard let surface = Surface.of(surface) else { return }
            id.setHandler(UnstableShellSurface(surface, shell: object, compositor: compositor))
        }
    }
}

/// Handles the requests of one `zxdg_surface_v6`.
final class UnstableShellSurface: ResourceHandler {
    private let surface: Surface
    private let shell: ZxdgShellV6
    private let compositor: HeadlessCompositor
    private var toplevel: UnstableToplevel?

    init(_ surface: Surface, shell: ZxdgShellV6, compositor: HeadlessCompositor) {
        self.surface = surface
        self.shell = shell
        self.compositor = compositor
    }

    func handle(_ request: ZxdgSurfaceV6.Request, on object: ZxdgSurfaceV6) {
        switch request {
        case .destroy, .setWindowGeometry, .ackConfigure: break
        case .getToplevel(let id):
            guard let window = PlainShell(surface, of: compositor) else {
                return shell.postError(.role, "the surface has another role")
            }
            let toplevel = UnstableToplevel(window)
            self.toplevel = toplevel
            id.setHandler(toplevel)
            // Any size is sufficient; the suite's clients wait only for the event.
            id.sendConfigure(width: 0, height: 0, states: WireArray([UInt32]()))
            object.sendConfigure(serial: compositor.display.nextSerial())
        case .getPopup:
            shell.postError(.invalidPopupParent, "popups of this version are not supported")
        }
    }

    func destroyed(_ object: ZxdgSurfaceV6) { toplevel?.end() }
}

/// Handles the requests of one `zxdg_toplevel_v6`.
final class UnstableToplevel: ResourceHandler {
    private let window: PlainShell

    init(_ window: PlainShell) {
        self.window = window
    }

    func end() { window.end() }

    func handle(_ request: ZxdgToplevelV6.Request, on object: ZxdgToplevelV6) {
        // Unused by input tests.
    }

    func destroyed(_ object: ZxdgToplevelV6) { end() }
}
