// SPDX-License-Identifier: MIT

import WaylandServer

/// Answers `xdg_wm_base`.
final class ShellRequests: ResourceHandler {
    func handle(_ request: XdgWmBase.Request, on object: XdgWmBase) {
        switch request {
        case .getXdgSurface(let id, let surface):
            if let surface = surface.handler(as: Surface.self) { id.setHandler(ShellSurfaceRequests(surface)) }
        case .destroy, .createPositioner, .pong: break
        }
    }
}

/// Answers an `xdg_surface`.
private final class ShellSurfaceRequests: ResourceHandler {
    private weak var surface: Surface?

    init(_ surface: Surface) { self.surface = surface }

    func handle(_ request: XdgSurface.Request, on object: XdgSurface) {
        switch request {
        case .getToplevel(let id):
            surface?.becomeWindow(id, of: object)
            id.resource.whenDestroyed { [weak surface] in surface?.endWindow() }
        case .getPopup(let id, _, _): id.sendPopupDone()  // There are none here.
        case .destroy, .setWindowGeometry, .ackConfigure: break
        }
    }
}
