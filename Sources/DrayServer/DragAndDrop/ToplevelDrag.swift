// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer

// What an `xdg_toplevel_drag_v1` carries. Events that a row does not name change nothing there.
//
//   state     event                                    next      what is told
//   --------  ---------------------------------------  --------  ------------------------------
//   empty     attach                                   carrying  the drag, if it is under way
//   carrying  attach                                   –         the error toplevel_attached
//             the window is unmapped or destroyed      empty     the drag, if it is under way
//             the drag is released or over             empty
//   any       destroy, while the drag is to come or    –         the error ongoing_drag
//             under way

/// A drag that can carry a window: `xdg_toplevel_drag_v1` (WL-03).
public final class ToplevelDrag: ResourceHandler {
    private let object: XdgToplevelDragV1
    /// Once the client has destroyed it there is no drag, nor will there be one.
    private weak var source: DataSource?
    /// What is carried, or will be when the drag begins.
    public private(set) var window: CarriedWindow?
    /// Hears of windows that come and go (nil) while the drag is under way.
    public var whenChanged: ((CarriedWindow?) -> Void)?

    init(_ object: XdgToplevelDragV1, source: DataSource) {
        self.object = object
        self.source = source
    }

    /// The drag was released, or is over: the window stays where it is.
    public func end() {
        window = nil
        whenChanged = nil
    }

    /// The host does not show the window any more.
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
            // A request for its drag that the host has not answered yet may keep one that is gone.
            guard let source, source.isAlive, !source.isReleased else { return }
            object.postError(.ongoingDrag, "the drag has not ended")
        }
    }

    private func attach(_ toplevel: Resource, at offset: Point) {
        guard toplevel.interfaceName == "xdg_toplevel" else {
            return object.client.postImplementationError("xdg_toplevel_drag_v1.attach of a \(toplevel.interfaceName)")
        }
        guard window == nil else { return object.postError(.toplevelAttached, "a window is attached already") }
        guard let source, source.isAlive, !source.isReleased else { return }
        let window = CarriedWindow(toplevel: toplevel, offset: offset)
        self.window = window
        toplevel.whenDestroyed { [weak self] in self?.unmapped(toplevel) }
        whenChanged?(window)
    }
}
