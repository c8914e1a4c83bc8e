// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer

// The states of an `xdg_toplevel_drag_v1`. Events that a row does not name have no effect in that state.
//
//   state     event                                  next      effect
//   --------  -------------------------------------  --------  ------------------------------
//   empty     attach                                 attached  notifies a drag in progress
//   attached  attach                                 –         error toplevel_attached
//             window unmapped or destroyed           empty     notifies a drag in progress
//             drag released or ended                 empty     none
//   any       destroy before the end of the drag     –         error ongoing_drag

/// A drag to which a window can be attached: `xdg_toplevel_drag_v1` (WL-03).
public final class ToplevelDrag: ResourceHandler {
    private let object: XdgToplevelDragV1
    /// The source, or nil once the client has destroyed it, after which there is no drag.
    private weak var source: DataSource?
    /// The window that is attached, or will be when the drag begins.
    public private(set) var window: CarriedWindow?
    /// Called with each window that is attached or detached (nil) during the drag.
    public var whenChanged: ((CarriedWindow?) -> Void)?

    init(_ object: XdgToplevelDragV1, source: DataSource) {
        self.object = object
        self.source = source
    }

    /// Handles the release or the end of the drag: the window stays where it is.
    public func end() {
        window = nil
        whenChanged = nil
    }

    /// Handles the unmapping of the window.
    public func unmapped(_ toplevel: Resource) {
        guard window?.toplevel === toplevel else { return }
        window = nil
        whenChanged?(nil)
    }

    public func handle(_ request: XdgToplevelDragV1.Request, on object: XdgToplevelDragV1) {
        switch request {
        case .attach(let toplevel, let x, let y):
            attach(toplevel, at: Point(x: Double(x), y: Double(y)))
        case .destroy:
            // The host may not have answered the request for the drag yet, so that the source is still referenced.
            guard let source, source.isAlive, !source.isReleased else { return }
            object.postError(.ongoingDrag, "the drag has not ended")
        }
    }

    private func attach(_ toplevel: Resource, at offset: Point) {
        guard toplevel.interfaceName == "xdg_toplevel" else {
            return object.client.postImplementationError("xdg_toplevel_drag_v1.attach of a \(toplevel.interfaceName)")
        }
        guard window == nil else { return object.postError(.toplevelAttached, "a window is already attached") }
        guard let source, source.isAlive, !source.isReleased else { return }
        let window = CarriedWindow(toplevel: toplevel, offset: offset)
        self.window = window
        toplevel.whenDestroyed { [weak self] in self?.unmapped(toplevel) }
        whenChanged?(window)
    }
}
