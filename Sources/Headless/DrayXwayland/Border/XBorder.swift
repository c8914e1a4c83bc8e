// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayX11
import HeadlessDesktop
import WaylandServer
import XCB

/// Drags and selections between X11 clients of an Xwayland and Wayland clients in a headless compositor: creates the
/// bridge, and informs it of window positions and pressed buttons.
final class XBorder: DragBorder {
    private let host: HeadlessDragHost
    private let seat: Seat
    private let manager: XWindowManager
    private var bridge: X11Bridge?
    private var grab: XDragGrab?
    /// The drags of X11 clients that the engine handles.
    private var carried: Set<DragID> = []
    /// The drop targets, created when a drag first enters a window.
    private var places: [XWindow: HostPlace] = [:]

    /// - Parameter connection: a connection for the bridge alone.
    init(_ connection: XConnection, _ host: HeadlessDragHost, seat: Seat, _ manager: XWindowManager) {
        self.host = host
        self.seat = seat
        self.manager = manager
        manager.whenHidden = { [weak self] in self?.forget($0) }
        let bridge = X11Bridge(
            connection, loop: host.compositor.display.eventLoop, engine: host.engine, seat: SeatID(seat),
            drags: XDragHost(start: { [weak self] in self?.start() }, began: { [weak self] in self?.began($0) }))
        self.bridge = bridge
        host.compositor.add(self)
        host.border = self
    }

    /// Cancels drags and transfers across the bridge.
    func close() {
        guard let bridge else { return }
        self.bridge = nil
        bridge.close()
        end()
        for window in places.keys { forget(window) }
        if host.border === self { host.border = nil }
    }

    // MARK: Content that comes to X

    func owns(_ surface: Surface) -> Bool { surface.client === manager.client }

    func place(of hit: SurfaceHit, on seat: SeatID) -> HostPlace? {
        // X11 clients handle drags among themselves without the bridge.
        guard let bridge, !isDragging(on: seat), carried.isEmpty, let window = manager.window(of: hit.surface) else {
            return nil
        }
        if let place = places[window] { return place }
        let place = bridge.place(of: window) { [weak manager] point in
            let corner = manager?.table.place(of: window)
            return (Int(point.x.rounded(.down)) + (corner?.x ?? 0), Int(point.y.rounded(.down)) + (corner?.y ?? 0))
        }
        place.bounds = { [weak host, weak surface = hit.surface.root] in
            guard let host, let shown = host.compositor.windows.first(where: { $0.surface === surface }),
                host.compositor.isVisible(shown)
            else { return nil }
            return shown.geometry
        }
        places[window] = place
        return place
    }

    func performed(_ effect: HostEffect, on seat: SeatID) {
        bridge?.perform(effect, on: seat)
        switch effect {
        case .released(let drag):
            if grab?.drag == drag { end() }
            carried.remove(drag)
        case .ended(let drag, _): carried.remove(drag)
        case _: break
        }
    }

    func selectionChanged(to types: [MimeType]?, on seat: SeatID) { bridge?.selectionChanged(to: types, on: seat) }

    private func forget(_ window: XWindow) {
        if let place = places.removeValue(forKey: window) { host.engine.remove(place) }
    }

    // MARK: Content that comes from X

    func isDragging(on seat: SeatID) -> Bool { grab != nil && seat == SeatID(self.seat) }

    /// The press on an X11 window, if any.
    private var hold: ImplicitGrab? {
        if let hold = seat.pointer.hold, owns(hold.surface) { return hold }
        return seat.touch.hold(by: manager.client)
    }

    private func start() -> XDragHost.Start? {
        end()
        guard let bridge, seat.grab == nil, let hold, let window = manager.window(of: hold.surface) else { return nil }
        let grab = XDragGrab(
            hold, drags: host.drags(of: seat), bridge: bridge,
            isOverX: { [weak self] in self?.isOverX($0) ?? false }, ended: { [weak self] in self?.end($0) })
        self.grab = grab
        seat.beginGrab(grab, taking: grab.scope)
        // The X11 client must receive Escape, whichever window is active.
        manager.handle(.borrowed(window))
        manager.dragger = manager.connection.client(of: window)
        seat.keyboard.lend(to: hold.surface.root)
        return XDragHost.Start(
            drag: DragStart(
                device: DragDevice(hold.device), position: hold.start, modifiers: seat.keyboard.modifiers,
                container: ContainerID(hold.surface.root)), isOverX: isOverX(grab.position))
    }

    private func began(_ drag: DragID) {
        carried.insert(drag)
        // The button or touch point may be released already; then the drag has no target.
        guard let grab else { return }
        grab.drag = drag
        grab.look(at: host.now)
    }

    private func isOverX(_ point: Point) -> Bool {
        host.compositor.surface(at: point).map { owns($0.surface) } ?? false
    }

    private func end(_ ending: XDragGrab) {
        if ending === grab { end() }
    }

    private func end() {
        guard let grab else { return }
        self.grab = nil
        if seat.grab === grab { seat.endGrab() }
        seat.keyboard.lend(to: nil)
        manager.handle(.borrowed(nil))
        manager.dragger = nil
    }
}

extension XBorder: HeadlessObserver {
    /// The surface under the pointer may have changed.
    func sceneChanged() {
        guard let grab, let bridge else { return }
        bridge.pointer(isOverX: isOverX(grab.position))
        if grab.drag != nil { host.drags(of: seat).sceneChanged(at: host.compositor.clock.now) }
    }

    func seatRemoved(_ seat: Seat) {
        if seat === self.seat { end() }
    }
}
