// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Handles the requests of one `xdg_wm_base`, and pings its client.
final class ShellBase: ResourceHandler {
    let object: XdgWmBase
    let host: any ShellHost
    /// The number of its `xdg_surface` objects.
    var liveSurfaces = 0
    private var awaited: [UInt32: () -> Void] = [:]
    private var lastPing: UInt32 = 0

    init(_ object: XdgWmBase, host: any ShellHost) {
        self.object = object
        self.host = host
    }

    /// Calls `answered` when the client has processed everything sent before, or has disconnected.
    func ping(_ answered: @escaping () -> Void) {
        // Ping serials have their own counter, so that pings do not affect the serials of other events.
        lastPing &+= 1
        let serial = lastPing
        awaited[serial] = answered
        object.sendPing(serial: serial)
    }

    func handle(_ request: XdgWmBase.Request, on object: XdgWmBase) {
        switch request {
        case .destroy:
            if liveSurfaces > 0 { object.postError(.defunctSurfaces, "\(liveSurfaces) xdg_surface objects remain") }
        case .createPositioner(let id): id.setHandler(PositionerHandler())
        case .getXdgSurface(let id, let surface): makeShellSurface(id, surface)
        case .pong(let serial): awaited.removeValue(forKey: serial)?()
        }
    }

    func destroyed(_ object: XdgWmBase) {
        let answers = awaited.values
        awaited = [:]
        for answer in answers { answer() }
        host.baseDestroyed(self)
    }

    private func makeShellSurface(_ id: XdgSurface, _ object: WlSurface) {
        guard let surface = Surface.of(object) else { return }
        let name = "wl_surface#\(object.resource.objectID)"
        guard surface.shell == nil, surface.subsurface == nil, surface.canTake(.toplevel) || surface.canTake(.popup)
        else {
            return self.object.postError(.role, "\(name) has another role")
        }
        var hasBuffer = surface.state.pixels != nil
        if case .set(.some) = surface.pending.buffer { hasBuffer = true }
        guard !hasBuffer else { return self.object.postError(.invalidSurfaceState, "\(name) has a buffer") }
        id.setHandler(ShellSurface(id, surface, base: self))
    }
}
