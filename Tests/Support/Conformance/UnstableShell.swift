// SPDX-License-Identifier: MIT

internal import HeadlessDesktop
internal import WaylandServer
internal import WaylandUtil

/// Answers `zxdg_shell_v6`, the forerunner of `xdg_wm_base`, which a part of the tests of input draws with. Windows only:
/// popups are refused.
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

/// Answers one `zxdg_surface_v6`.
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
            // Any size will do; the suite's clients wait for nothing else.
            id.sendConfigure(width: 0, height: 0, states: WireArray([UInt32]()))
            object.sendConfigure(serial: compositor.display.nextSerial())
        case .getPopup:
            shell.postError(.invalidPopupParent, "there are no popups of this version here")
        }
    }

    func destroyed(_ object: ZxdgSurfaceV6) { toplevel?.end() }
}

/// Answers one `zxdg_toplevel_v6`.
final class UnstableToplevel: ResourceHandler {
    private let window: PlainShell

    init(_ window: PlainShell) {
        self.window = window
    }

    func end() { window.end() }

    func handle(_ request: ZxdgToplevelV6.Request, on object: ZxdgToplevelV6) {
        // Nothing that tests of input depend on.
    }

    func destroyed(_ object: ZxdgToplevelV6) { end() }
}
