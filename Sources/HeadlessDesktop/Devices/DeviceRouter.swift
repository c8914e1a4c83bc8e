// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer

/// Plays what input devices say on the seats of a headless compositor.
///
/// `HeadlessDevices` feeds one from libinput; who reads devices elsewhere feeds one by hand (RUN-06). Bound to the
/// display's thread.
public final class DeviceRouter: HeadlessObserver {
    /// What the buttons of pens stand for, by evdev code; a code that is not named here does nothing.
    public var penButtons = PenButtonRole.standard
    /// Hears of gestures on touchpads, which are the host's (HIG-31).
    public var onGesture: ((InputEvent.Gesture, Seat) -> Void)?
    /// Hears all that pens say, with pressure and tilt, before the seat does.
    public var onPen: ((InputEvent.Pen, Seat) -> Void)?

    private let compositor: HeadlessCompositor
    private let time: Time
    private let chooseSeat: (InputEvent.Device) -> Seat?
    private let report: (DeviceReport) -> Void
    private var devices: [RoutedDevice] = []
    /// The same moment on the devices' clock and on the compositor's.
    private var epoch: (device: Instant, compositor: Instant)?

    /// What the time of an event means.
    public enum Time: Sendable {
        /// When it happened, on the machine's monotonic clock. A compositor's clock that does not run with real time goes
        /// on with the events: as far as from one event to the next. No clock goes back.
        case movesClock
        /// Nothing: events happen now.
        case passedOver
        /// Events happen now, and clients are sent the device's own time, as far as it gives one.
        case ofDevice
    }

    /// - Parameters:
    ///   - time: what the time of the events means.
    ///   - seat: asked for each device whose it is; nil for nobody's. The first seat's by default.
    ///   - report: told what became of devices.
    public init(
        _ compositor: HeadlessCompositor, time: Time = .movesClock, seat: ((InputEvent.Device) -> Seat?)? = nil,
        report: @escaping (DeviceReport) -> Void = { _ in }
    ) {
        self.compositor = compositor
        self.time = time
        chooseSeat = seat ?? { [unowned compositor] _ in compositor.seats.first }
        self.report = report
        compositor.add(self)
    }

    /// The devices that play a seat now, in the order in which they came.
    public var present: [InputEvent.Device] { devices.map(\.description) }

    /// Plays an event. One of a device that was not added, or is nobody's, does nothing.
    public func handle(_ event: InputEvent) {
        if case .deviceAdded(let description) = event.content { return add(event.device, description) }
        guard let device = device(event.device) else { return }
        if case .deviceRemoved = event.content { return remove(device) }
        follow(event.time)
        device.seat.deviceTime = time == .ofDevice && event.time != .zero ? event.time : nil
        defer { device.seat.deviceTime = nil }
        switch event.content {
        case .deviceAdded, .deviceRemoved: break  // Above: libinput does not know when these happened.
        case .pointerMotion(let motion): move(device, by: motion.delta)
        case .pointerMotionAbsolute(let position): device.seat.pointer.move(to: point(at: position, of: device))
        case .button(let button): press(button, of: device)
        case .scroll(let scroll): self.scroll(scroll, of: device)
        case .key(let key): device.seat.keyboard.key(key, of: device.id)
        case .touch(let touch): play(touch, of: device)
        case .pen(let pen): play(pen, of: device)
        case .gesture(let gesture): onGesture?(gesture, device.seat)
        }
    }

    /// Unplugs all devices.
    public func removeAll() {
        for device in devices { remove(device) }
    }

    /// The identities of the keyboards of a seat, for their lamps.
    func keyboards(of seat: Seat) -> [DeviceID] {
        devices.filter { $0.seat === seat && $0.description.capabilities.contains(.keyboard) }.map(\.id)
    }

    // MARK: Devices

    private func device(_ id: DeviceID) -> RoutedDevice? { devices.first { $0.id == id } }

    private func add(_ id: DeviceID, _ description: InputEvent.Device) {
        guard device(id) == nil, let seat = chooseSeat(description) else { return }
        let device = RoutedDevice(id, description, seat: seat, area: area(of: description))
        devices.append(device)
        seat.attach(device.capability)
        report(.added(description, seat: seat.name))
    }

    private func remove(_ device: RoutedDevice) {
        devices.removeAll { $0 === device }
        let seat = device.seat
        for code in device.buttons where !isHeld(code, on: seat) { seat.pointer.abandon(code) }
        for finger in device.fingers { seat.touch.cancel(finger) }
        for code in device.penButtons { seat.pointer.abandon(code, with: .pen) }
        if !device.penModifiers.isEmpty { updatePenModifiers(of: seat) }
        seat.keyboard.remove(device.id)
        seat.detach(device.capability)
        report(.removed(device.description, seat: seat.name))
    }

    /// What a device that says where it points covers: its output, if it names one. Else a touchscreen covers the first
    /// output, as the screen that is built in, and everything else all outputs together.
    private func area(of device: InputEvent.Device) -> Rectangle {
        if let name = device.outputName {
            if let output = compositor.outputs.first(where: { $0.name == name }) { return output.area }
            report(.outputMissing(device, output: name))
        }
        guard let first = compositor.outputs.first?.area else { return .zero }
        if device.capabilities.contains(.touch) { return first }
        return compositor.outputs.dropFirst().reduce(first) { $0.union($1.area) }
    }

    private func follow(_ instant: Instant) {
        guard time == .movesClock else { return compositor.catchUp() }
        if compositor.catchUp(to: instant) { return }
        let clock = compositor.clock
        guard let epoch else { return self.epoch = (instant, clock.now) }
        guard instant > epoch.device else { return }
        let due = epoch.compositor.advanced(byMicroseconds: instant.microseconds - epoch.device.microseconds)
        if due > clock.now { clock.advance(byMicroseconds: due.microseconds - clock.now.microseconds) }
    }

    // MARK: Pointer

    private func move(_ device: RoutedDevice, by delta: Point) {
        guard delta.x.isFinite, delta.y.isFinite else {
            return report(.nonsense(device.description, "a motion by \(delta.x), \(delta.y)"))
        }
        let pointer = device.seat.pointer
        pointer.move(to: compositor.screens.pointOnOutput(pointer.position + delta, from: pointer.position))
    }

    private func press(_ button: InputEvent.Button, of device: RoutedDevice) {
        let pointer = device.seat.pointer
        switch button.state {
        case .pressed:
            guard !device.buttons.contains(button.code) else { return }
            let isFirst = !isHeld(button.code, on: device.seat)
            device.buttons.append(button.code)
            if isFirst { pointer.button(button.code, .pressed) }
        case .released:
            guard let index = device.buttons.firstIndex(of: button.code) else { return }
            device.buttons.remove(at: index)
            if !isHeld(button.code, on: device.seat) { pointer.button(button.code, .released) }
        }
    }

    private func isHeld(_ code: UInt32, on seat: Seat) -> Bool {
        devices.contains { $0.seat === seat && $0.buttons.contains(code) }
    }

    private func scroll(_ scroll: InputEvent.Scroll, of device: RoutedDevice) {
        let amounts = [scroll.horizontal, scroll.vertical].compactMap(\.self)
        guard amounts.allSatisfy({ $0.points.isFinite && $0.v120.isFinite }) else {
            return report(.nonsense(device.description, "scrolling by \(amounts.map(\.points))"))
        }
        device.seat.pointer.scroll(scroll)
    }

    private func point(at position: InputEvent.NormalizedPosition, of device: RoutedDevice) -> Point {
        let area = device.area
        return compositor.screens.pointOnOutput(
            area.origin + position.point(onWidth: area.width, height: area.height), from: area.center)
    }

    /// What there is to point at has another shape.
    public func outputsChanged() {
        for device in devices { device.area = area(of: device.description) }
    }

    // MARK: Touch and pen

    private func play(_ touch: InputEvent.Touch, of device: RoutedDevice) {
        let screen = device.seat.touch
        switch touch {
        case .down(let finger, let position):
            device.fingers.append(finger)
            screen.down(finger, at: point(at: position, of: device))
        case .motion(let finger, let position):
            screen.motion(finger, to: point(at: position, of: device))
        case .up(let finger):
            device.fingers.removeAll { $0 == finger }
            screen.up(finger)
        case .cancel(let finger):
            device.fingers.removeAll { $0 == finger }
            screen.cancel(finger)
        case .frame: break  // Each event is a frame of its own to the clients.
        }
    }

    private func play(_ pen: InputEvent.Pen, of device: RoutedDevice) {
        onPen?(pen, device.seat)
        let pointer = device.seat.pointer
        switch pen.change {
        case .proximityIn, .axes:
            pointer.move(to: point(at: pen.axes.position, of: device), with: .pen)
        case .tip(let state):
            pointer.move(to: point(at: pen.axes.position, of: device), with: .pen)
            press(InputEvent.Button.left, state, withPenOf: device)
        case .button(let code, let state):
            press(penButtons[code] ?? .none, code, state, of: device)
        case .proximityOut:
            // libinput has let go of tip and buttons before.
            device.penModifiers = [:]
            updatePenModifiers(of: device.seat)
        }
        if let pressure = pen.axes.pressure { pointer.pressure(pressure) }
    }

    private func press(
        _ role: PenButtonRole, _ code: UInt32, _ state: InputEvent.PressState, of device: RoutedDevice
    ) {
        switch role {
        case .none: break
        case .button(let code): press(code, state, withPenOf: device)
        case .modifiers(let modifiers):
            device.penModifiers[code] = state == .pressed ? modifiers : nil
            updatePenModifiers(of: device.seat)
        }
    }

    private func press(_ code: UInt32, _ state: InputEvent.PressState, withPenOf device: RoutedDevice) {
        device.penButtons.removeAll { $0 == code }
        if state == .pressed { device.penButtons.append(code) }
        device.seat.pointer.button(code, state, with: .pen)
    }

    private func updatePenModifiers(of seat: Seat) {
        let held = devices.filter { $0.seat === seat }.flatMap(\.penModifiers.values)
        seat.keyboard.add(modifiers: held.reduce([]) { $0.union($1) })
    }
}
