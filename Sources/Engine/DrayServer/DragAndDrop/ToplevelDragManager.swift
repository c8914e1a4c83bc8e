// SPDX-License-Identifier: MIT

public import WaylandServer

/// The global `xdg_toplevel_drag_manager_v1`, with which tabs and docks can be torn off into windows (WL-03).
public final class ToplevelDragManager {
    private var global: Global<XdgToplevelDragManagerV1>?

    /// The advertised version, the only one.
    public static let version: UInt32 = 1

    /// Advertises the global on `display`.
    /// - Parameter manager: The manager of the sources.
    public init(display: Display, sourcesOf manager: DataDeviceManager) {
        let answers = ManagerRequests()
        global = Global(display, XdgToplevelDragManagerV1.self, version: Self.version) {
            [weak manager] object, client in
            object.setHandler(answers)
            manager?.watch(client)
        }
    }

    /// Whether this `wl_global` is the manager's.
    public func owns(global: OpaquePointer) -> Bool { self.global?.pointer == global }
}

/// The request handler of all manager objects, which have no state.
private final class ManagerRequests: ResourceHandler {
    func handle(_ request: XdgToplevelDragManagerV1.Request, on object: XdgToplevelDragManagerV1) {
        switch request {
        case .getXdgToplevelDrag(let id, let dataSource):
            guard let source = dataSource.handler(as: DataSource.self), source.toplevelDrag == nil, source.use == .none
            else {
                return object.postError(
                    .invalidSource, "the source already has an xdg_toplevel_drag_v1, or was already used")
            }
            let drag = ToplevelDrag(id, source: source)
            id.setHandler(drag)
            source.toplevelDrag = drag
        case .destroy: break  // Destroys only the manager object, not the objects created with it.
        }
    }
}
