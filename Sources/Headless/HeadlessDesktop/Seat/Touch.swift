// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// A seat's touchscreen. A touch point belongs to the surface on which it went down until it goes up.
public final class Touch {
    /// Set once by the seat that owns this object.
    private unowned var seat: Seat!
    private var objects = ClientObjects<WlTouch>()
    private var fingers: [Finger] = []
    private weak var tapped: Window?

    private struct Finger {
        var id: FingerID
        var start: Point
        var position: Point
        var owner: Owner
    }

    private enum Owner {
        /// The touch point of a client, which was sent this serial.
        case client(Surface, serial: UInt32)
        /// Consumed by a grab, or without a surface: no client receives it.
        case taken
    }

    init() {}

    /// Adds a touch point at a position in global coordinates. One with the same id is lifted first.
    public func down(_ finger: FingerID, at point: Point) {
        guard isPresent else { return }
        if index(of: finger) != nil { up(finger) }
        seat.onInput?(.fingerDown(finger, at: point))
        if seat.grab?.touchDown(finger, at: point, time: seat.now) ?? false {
            return fingers.append(Finger(id: finger, start: point, position: point, owner: .taken))
        }
        guard let hit = seat.target(at: point) else {
            fingers.append(Finger(id: finger, start: point, position: point, owner: .taken))
            return seat.dismissPopups()
        }
        let serial = seat.nextSerial(for: hit.surface.client)
        fingers.append(
            Finger(id: finger, start: point, position: point, owner: .client(hit.surface, serial: serial)))
        if fingers.count == 1 {
            tapped = hit.surface.window
            if seat.host.configuration.activation == .onPress { activateTapped() }
        }
        for object in listeners(hit.surface) {
            object.sendDown(
                serial: serial, time: seat.stamp.milliseconds, surface: hit.surface.object, id: finger.rawValue,
                x: Fixed(hit.position.x), y: Fixed(hit.position.y))
            object.sendFrame()
        }
    }

    /// Moves a touch point to a position in global coordinates.
    public func motion(_ finger: FingerID, to point: Point) {
        guard isPresent, let index = index(of: finger) else { return }
        fingers[index].position = point
        if seat.grab?.touchMotion(finger, to: point, time: seat.stamp) ?? false {
            return take(finger)
        }
        guard case .client(let surface, _) = fingers[index].owner, let origin = surface.globalPosition else { return }
        for object in listeners(surface) {
            object.sendMotion(
                time: seat.stamp.milliseconds, id: finger.rawValue, x: Fixed(point.x - origin.x),
                y: Fixed(point.y - origin.y))
            object.sendFrame()
        }
    }

    /// Lifts a touch point.
    public func up(_ finger: FingerID) {
        guard isPresent, index(of: finger) != nil else { return }
        seat.onInput?(.fingerUp(finger))
        guard let index = index(of: finger) else { return }
        let lifted = fingers.remove(at: index)
        let isKept = seat.grab?.touchUp(finger, time: seat.now) ?? false
        if !isKept, case .client(let surface, _) = lifted.owner, surface.isAlive {
            let serial = seat.nextSerial(for: surface.client)
            for object in listeners(surface) {
                object.sendUp(serial: serial, time: seat.stamp.milliseconds, id: finger.rawValue)
                object.sendFrame()
            }
        }
        if fingers.isEmpty { activateTapped() }
    }

    /// Cancels all touch points, as a device does when it detects a palm.
    public func cancel() {
        for finger in downFingers { cancel(finger) }
    }

    /// Cancels a touch point. Its client loses all touch points, since `wl_touch.cancel` has no id.
    public func cancel(_ finger: FingerID) {
        guard isPresent, index(of: finger) != nil else { return }
        seat.onInput?(.fingerCancelled(finger))
        guard let index = index(of: finger) else { return }
        let gone = fingers.remove(at: index)
        tapped = nil
        if seat.grab?.touchCancel(finger, at: seat.now) ?? false { return }
        guard case .client(let surface, _) = gone.owner else { return }
        for object in listeners(surface) { object.sendCancel() }
        for index in fingers.indices {
            if case .client(let other, _) = fingers[index].owner, other.client == surface.client {
                fingers[index].owner = .taken
            }
        }
    }

    /// Cancels the touch points on an output that was removed.
    func leave(_ output: Output) {
        let gone = fingers.filter {
            output.area.contains($0.position) && seat.host.screens.nearestPoint(to: $0.position) != $0.position
        }
        for finger in gone { cancel(finger.id) }
    }

    /// The position of a touch point in global coordinates; nil if it is not down.
    public func position(of finger: FingerID) -> Point? { fingers.first { $0.id == finger }?.position }

    /// The current touch points in the order in which they went down.
    public var downFingers: [FingerID] { fingers.map(\.id) }

    /// The first touch point on a surface of the client; nil if there is none.
    public func hold(by client: Client) -> ImplicitGrab? {
        fingers.lazy.compactMap { self.grab(by: $0, of: client) }.first
    }

    // MARK: The seat's side

    func attach(to seat: Seat) { self.seat = seat }

    func add(_ object: WlTouch) {
        object.setHandler(TouchRequests(self))
        if isPresent { objects.add(object) }
    }

    func remove(_ object: WlTouch) { objects.remove(object) }

    func implicitGrab(serial: UInt32, client: Client) -> ImplicitGrab? {
        fingers.lazy.compactMap { self.grab(by: $0, of: client) }.first { $0.serial == serial }
    }

    private func grab(by finger: Finger, of client: Client) -> ImplicitGrab? {
        guard case .client(let surface, let serial) = finger.owner, surface.isAlive, surface.client == client else {
            return nil
        }
        return ImplicitGrab(
            device: .touch(finger.id), surface: surface, serial: serial, start: finger.start, position: finger.position)
    }

    func forgetClick() { tapped = nil }

    func unplug() {
        cancel()
        objects.removeAll()
    }

    func end() {
        objects.removeAll()
        fingers = []
    }

    func surfaceDestroyed(_ surface: Surface) {
        for index in fingers.indices {
            guard case .client(surface, _) = fingers[index].owner else { continue }
            fingers[index].owner = .taken
            // The client receives no further events of the touch point, so it is sent its end now.
            let serial = seat.nextSerial(for: surface.client)
            for object in objects[surface.client] {
                object.sendUp(serial: serial, time: seat.stamp.milliseconds, id: fingers[index].id.rawValue)
                object.sendFrame()
            }
        }
    }

    // MARK: Details

    private var isPresent: Bool { seat.capabilities.contains(.touch) }
    private func index(of finger: FingerID) -> Int? { fingers.firstIndex { $0.id == finger } }
    private func listeners(_ surface: Surface) -> [WlTouch] {
        surface.isAlive ? objects[surface.client] : []
    }

    private func take(_ finger: FingerID) {
        if let index = index(of: finger) { fingers[index].owner = .taken }
    }

    private func activateTapped() {
        if let tapped { seat.host.activate(tapped, for: seat) }
        tapped = nil
    }
}

/// Handles the requests of one `wl_touch`.
final class TouchRequests: ResourceHandler {
    private weak var touch: Touch?

    init(_ touch: Touch) {
        self.touch = touch
    }

    func handle(_ request: WlTouch.Request, on object: WlTouch) {
        switch request {
        case .release: break
        }
    }

    func destroyed(_ object: WlTouch) { touch?.remove(object) }
}
