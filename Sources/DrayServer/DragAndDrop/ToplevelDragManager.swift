// SPDX-License-Identifier: MIT

public import WaylandServer

/// The global `xdg_toplevel_drag_manager_v1`: tabs and docks that are torn off into windows (WL-03).
public final class ToplevelDragManager {
    private var global: Global<XdgToplevelDragManagerV1>?

    /// The one version that there is.
    public static let version: UInt32 = 1

    /// Offers the global on `display`.
    /// - Parameter manager: whose sources are meant.
    public init(display: Display, sourcesOf manager: DataDeviceManager) {
        let answers = ManagerRequests()
        global = Global(display, XdgToplevelDragManagerV1.self, version: Self.version) {
            [weak manager] object, client in
            object.setHandler(answers)
            manager?.watch(client)
        }
    }
}

/// Answers the requests on all manager objects; one is enough, since they have no state.
private final class ManagerRequests: ResourceHandler {
    func handle(_ request: XdgToplevelDragManagerV1.Request, on object: XdgToplevelDragManagerV1) {
        switch request {
        case .getXdgToplevelDrag(let id, let dataSource):
            guard let source = dataSource.handler(as: DataSource.self), source.toplevelDrag == nil, source.use == .none
            else {
                return object.postError(
                    .invalidSource, "the source carries a window already, or is no source of a drag to come")
            }
            let drag = ToplevelDrag(id, source: source)
            id.setHandler(drag)
            source.toplevelDrag = drag
        case .destroy: break  // What was made by it lives on.
        }
    }
}
