// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A seat's pointer.
///
/// During an implicit grab, the surface of the first press keeps pointer focus until the last button is released.
public final class Pointer {
    /// In global coordinates.
    public private(set) var position = Point.zero
    /// Whether the pointer has been used. Until then it is not shown.
    public private(set) var hasMoved = false
    /// The surface with pointer focus and the position on it; nil over the background and during a grab.
    public private(set) var focus: SurfaceHit?
    /// The cursor that the focused client has set.
    public private(set) var cursor = Cursor.standard

    public enum Cursor {
        /// The compositor's default cursor.
        case standard
        case hidden
        /// A surface of the client with its hotspot.
        case surface(Surface, hotspot: Point)
    }

    /// Set once by the seat that owns this object.
    private unowned var seat: Seat!
    private var objects = ClientObjects<WlPointer>()
    private var pressed: [PressedButton] = []
    private var enterSerial: UInt32 = 0
    private var cursorRole: CursorRole?
    /// The window that a click activates if it is completed without a drag.
    private weak var clicked: Window?

    private var wheel = Wheel()
    /// The surface that has focus temporarily during a grab, to receive scrolling.
    private weak var lent: Surface?

    private struct PressedButton {
        var code: UInt32
        var tool: PointerTool
        var start: Point
        /// Nil for a press that was sent to no client, or whose release can no longer be sent.
        var delivery: Delivery?
    }

    private struct Delivery {
        weak var surface: Surface?
        var serial: UInt32
    }

    init() {}

    /// Moves the pointer to a position in global coordinates. No effect while another tool holds a button.
    public func move(to point: Point, with tool: PointerTool = .mouse) {
        if let holder = pressed.first?.tool, holder != tool { return }
        hasMoved = true
        carry(to: point)
    }

    /// Moves the pointer, whichever tool holds it.
    func carry(to point: Point) {
        position = point
        guard isPresent else { return }
        if let grab { return grab.pointerMotion(to: point, at: seat.stamp) }
        guard let focus, isHeld else {
            refocus()
            follower?.pointerMotion(to: point, at: seat.now)
            return
        }
        // No pick during an implicit grab: only the surface coordinates change.
        if let origin = focus.surface.globalPosition {
            sendMotion(SurfaceHit(surface: focus.surface, position: point - origin, container: focus.container))
        }
        follower?.pointerMotion(to: point, at: seat.now)
    }

    /// Moves the pointer to a position in surface coordinates.
    public func move(to point: Point, on surface: Surface) {
        if let origin = surface.globalPosition { move(to: origin + point) }
    }

    /// Presses or releases a button.
    /// - Parameter code: the evdev code, such as `InputEvent.Button.left`.
    public func button(_ code: UInt32, _ state: InputEvent.PressState, with tool: PointerTool = .mouse) {
        guard isPresent else { return }
        seat.onInput?(.button(code, state))
        switch state {
        case .pressed: press(code, tool)
        case .released: release(code, tool)
        }
    }

    /// Handles the removal of a device that holds a button: what the press began is cancelled, and a client that was
    /// sent the press is sent the release.
    public func abandon(_ code: UInt32, with tool: PointerTool = .mouse) {
        guard isPresent, pressed.contains(where: { $0.code == code && $0.tool == tool }) else { return }
        seat.onInput?(.buttonAbandoned(code))
        guard let button = take(code, tool) else { return }
        clicked = nil
        if let grab { return grab.pointerAbandoned(code, at: seat.now) }
        sendRelease(of: button)
        follower?.pointerAbandoned(code, at: seat.now)
        refocus()
    }

    /// Reports the pressure of a pen tip, from 0 to 1. It is not sent to clients, which only see a pointer.
    public func pressure(_ pressure: Double) {
        if isPresent { grab?.penPressure(pressure) }
    }

    /// Presses and releases a button.
    public func click(_ code: UInt32 = InputEvent.Button.left) {
        button(code, .pressed)
        button(code, .released)
    }

    /// Scrolls by wheel or fingers.
    public func scroll(_ scroll: InputEvent.Scroll) {
        guard isPresent else { return }
        seat.onInput?(.scroll(scroll))
        if let grab {
            grab.pointerAxis(scroll, at: seat.now)
            return wheel.send(scroll, at: seat.stamp, to: lent.map { objects(of: $0) } ?? [])
        }
        wheel.send(scroll, at: seat.stamp, to: listeners)
    }

    /// The evdev codes of the pressed buttons in the order of their presses.
    public var pressedButtons: [UInt32] { pressed.map(\.code) }

    /// The first press with an implicit grab; nil if there is none.
    public var hold: ImplicitGrab? { pressed.lazy.compactMap { self.grab(by: $0) }.first }

    // MARK: The seat's side

    func attach(to seat: Seat) { self.seat = seat }

    func add(_ object: WlPointer) {
        object.setHandler(PointerRequests(self))
        guard isPresent else { return }
        objects.add(object)
        guard let focus, focus.surface.client == object.client, focus.surface.isAlive else { return }
        object.sendEnter(
            serial: enterSerial, surface: focus.surface.object, surfaceX: Fixed(focus.position.x),
            surfaceY: Fixed(focus.position.y))
        object.sendFrame()
    }

    func remove(_ object: WlPointer) { objects.remove(object) }

    /// Picks the surface under the pointer again, unless a grab prevents it.
    func refocus() {
        guard isPresent, grab == nil, !isHeld else { return }
        let hit = seat.target(at: position)
        guard let hit, let focus, hit.surface === focus.surface else { return enter(hit) }
        if hit.position != focus.position { sendMotion(hit) }
    }

    /// Called when a grab begins: the pointer leaves its surface, and releases are not sent to the client.
    func handOver() {
        for index in pressed.indices { pressed[index].delivery = nil }
        enter(nil)
    }

    func forgetClick() { clicked = nil }

    /// Enters a surface temporarily during a grab that includes the pointer, so that its client receives scrolling. The
    /// serial is not valid for requests.
    package func lend(to surface: Surface, at position: Point) {
        takeBack()
        lent = surface
        let serial = seat.host.display.nextSerial()
        for object in objects(of: surface) {
            object.sendEnter(
                serial: serial, surface: surface.object, surfaceX: Fixed(position.x), surfaceY: Fixed(position.y))
            object.sendFrame()
        }
    }

    /// Leaves that surface.
    package func takeBack() {
        guard let lent else { return }
        self.lent = nil
        let serial = seat.host.display.nextSerial()
        for object in objects(of: lent) {
            object.sendLeave(serial: serial, surface: lent.object)
            object.sendFrame()
        }
    }

    func unplug() {
        pressed = []
        clicked = nil
        enter(nil)
        // A client has to request a new pointer when the seat has one again.
        objects.removeAll()
    }

    func end() {
        objects.removeAll()
        pressed = []
        focus = nil
        cursor = .standard
        cursorRole = nil
    }

    func surfaceDestroyed(_ surface: Surface) {
        if focus?.surface === surface { focus = nil }
        if case .surface(let shown, _) = cursor, shown === surface { cursor = .standard }
    }

    func implicitGrab(serial: UInt32, client: Client) -> ImplicitGrab? {
        for button in pressed {
            guard let press = grab(by: button), press.serial == serial, press.surface.client == client else { continue }
            return press
        }
        return nil
    }

    /// The implicit grab of a button; nil if its release will not be sent to the client.
    private func grab(by button: PressedButton) -> ImplicitGrab? {
        guard let delivery = button.delivery, let surface = delivery.surface, surface.isAlive else { return nil }
        let device: ImplicitGrab.Device =
            switch button.tool {
            case .mouse: .pointer(button: button.code)
            case .pen: .pen(button: button.code)
            }
        return ImplicitGrab(
            device: device, surface: surface, serial: delivery.serial, start: button.start, position: position)
    }

    func setCursor(_ request: WlPointer.Request, on object: WlPointer) {
        guard case .setCursor(let serial, let surface, let x, let y) = request else { return }
        // Only the client with pointer focus may set the cursor, and only with the serial of the last enter event.
        guard serial == enterSerial, focus?.surface.client == object.client else {
            if let surface = surface.flatMap(Surface.of), !surface.canTake(.cursor) {
                object.postError(.role, "the surface has another role")
            }
            return
        }
        let hotspot = Point(x: Double(x), y: Double(y))
        guard let surface = surface.flatMap(Surface.of) else {
            cursor = .hidden
            return
        }
        let role = CursorRole(self)
        let isOurs = surface.roleHandler != nil && surface.roleHandler === cursorRole
        guard surface.shell == nil, surface.canTake(.cursor) else {
            return object.postError(.role, "the surface has another role")
        }
        // The surface may be the cursor of another seat too, whose pointer then manages it.
        if !isOurs, surface.assignRole(.cursor, to: role) { cursorRole = role }
        cursor = .surface(surface, hotspot: hotspot)
    }

    func cursorCommitted(_ surface: Surface, offset: Point) {
        guard case .surface(let shown, let hotspot) = cursor, shown === surface else { return }
        cursor = .surface(surface, hotspot: hotspot - offset)
    }

    // MARK: Details

    private var isPresent: Bool { seat.capabilities.contains(.pointer) }
    private var grab: (any SeatGrab)? { seat.grabScope.contains(.pointer) ? seat.grab : nil }
    /// The grab, if it follows the pointer without taking it.
    private var follower: (any SeatGrab)? { seat.grabScope.contains(.heldPointer) ? seat.grab : nil }
    /// Whether a client's press has an implicit grab.
    private var isHeld: Bool { pressed.contains { $0.delivery != nil } }
    private var listeners: [WlPointer] {
        focus.map { objects(of: $0.surface) } ?? []
    }

    private func objects(of surface: Surface) -> [WlPointer] {
        surface.isAlive ? objects[surface.client] : []
    }

    private func press(_ code: UInt32, _ tool: PointerTool) {
        guard !pressed.contains(where: { $0.code == code }) else { return }
        if let grab {
            pressed.append(PressedButton(code: code, tool: tool, start: position, delivery: nil))
            return grab.pointerButton(code, .pressed, at: seat.now)
        }
        refocus()
        if focus == nil, seat.popupGrab != nil {
            // A click outside of popups dismisses them and is not sent to clients.
            pressed.append(PressedButton(code: code, tool: tool, start: position, delivery: nil))
            return seat.dismissPopups()
        }
        guard let focus, focus.surface.isAlive else {
            pressed.append(PressedButton(code: code, tool: tool, start: position, delivery: nil))
            return
        }
        let serial = seat.nextSerial(for: focus.surface.client)
        let delivery = Delivery(surface: focus.surface, serial: serial)
        pressed.append(PressedButton(code: code, tool: tool, start: position, delivery: delivery))
        if pressed.count == 1 {
            clicked = focus.surface.window
            if seat.host.configuration.activation == .onPress { activateClicked() }
        }
        for object in listeners {
            object.sendButton(serial: serial, time: seat.stamp.milliseconds, button: code, state: .pressed)
            object.sendFrame()
        }
    }

    private func release(_ code: UInt32, _ tool: PointerTool) {
        guard let button = take(code, tool) else { return }
        if let grab { return grab.pointerButton(code, .released, at: seat.now) }
        sendRelease(of: button)
        follower?.pointerButton(code, .released, at: seat.now)
        if pressed.isEmpty { activateClicked() }
        refocus()
    }

    /// Removes and returns a released button; nil if the tool did not hold it.
    private func take(_ code: UInt32, _ tool: PointerTool) -> PressedButton? {
        pressed.firstIndex { $0.code == code && $0.tool == tool }.map { pressed.remove(at: $0) }
    }

    private func sendRelease(of button: PressedButton) {
        guard let surface = button.delivery?.surface, surface === focus?.surface, surface.isAlive else { return }
        let serial = seat.nextSerial(for: surface.client)
        for object in listeners {
            object.sendButton(serial: serial, time: seat.stamp.milliseconds, button: button.code, state: .released)
            object.sendFrame()
        }
    }

    private func activateClicked() {
        if let clicked { seat.host.activate(clicked, for: seat) }
        clicked = nil
    }

    private func enter(_ hit: SurfaceHit?) {
        for object in listeners {
            guard let old = focus?.surface else { break }
            object.sendLeave(serial: seat.nextSerial(for: object.client), surface: old.object)
            object.sendFrame()
        }
        focus = hit
        cursor = .standard
        guard let hit else { return }
        enterSerial = seat.nextSerial(for: hit.surface.client)
        for object in listeners {
            object.sendEnter(
                serial: enterSerial, surface: hit.surface.object, surfaceX: Fixed(hit.position.x),
                surfaceY: Fixed(hit.position.y))
            object.sendFrame()
        }
    }

    private func sendMotion(_ hit: SurfaceHit) {
        focus = hit
        for object in listeners {
            object.sendMotion(
                time: seat.stamp.milliseconds, surfaceX: Fixed(hit.position.x), surfaceY: Fixed(hit.position.y))
            object.sendFrame()
        }
    }
}

/// Handles the requests of one `wl_pointer`.
final class PointerRequests: ResourceHandler {
    private weak var pointer: Pointer?

    init(_ pointer: Pointer) {
        self.pointer = pointer
    }

    func handle(_ request: WlPointer.Request, on object: WlPointer) {
        switch request {
        case .setCursor: pointer?.setCursor(request, on: object)
        case .release: break
        }
    }

    func destroyed(_ object: WlPointer) { pointer?.remove(object) }
}

/// Manages the surface of a cursor.
final class CursorRole: SurfaceRoleHandler {
    private weak var pointer: Pointer?

    init(_ pointer: Pointer) {
        self.pointer = pointer
    }

    func surfaceCommitted(_ surface: Surface, offset: Point) {
        if offset != .zero { pointer?.cursorCommitted(surface, offset: offset) }
    }

    func surfaceDestroyed(_ surface: Surface) {}
}
