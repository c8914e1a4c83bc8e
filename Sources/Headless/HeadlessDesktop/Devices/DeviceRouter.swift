// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer

/// Forwards events of input devices to the seats of a headless compositor.
///
/// `HeadlessDevices` feeds a router from libinput; other sources of events call it directly (RUN-06). Use it only on
/// the display's thread.
public final class DeviceRouter: HeadlessObserver {
    /// The roles of pen buttons by evdev code. Other codes have no effect.
    public var penButtons = PenButtonRole.standard
    /// Called for touchpad gestures, which the host handles (HIG-31).
    public var onGesture: ((InputEvent.Gesture, Seat) -> Void)?
    /// Called for each pen event, with pressure and tilt, before the seat handles it.
    public var onPen: ((InputEvent.Pen, Seat) -> Void)?

    private let compositor: HeadlessCompositor
    private let time: Time
    private let chooseSeat: (InputEvent.Device) -> Seat?
    private let report: (DeviceReport) -> Void
    private var devices: [RoutedDevice] = []
    /// The same moment in the devices' clock and in the compositor's.
    private var epoch: (device: Instant, compositor: Instant)?

    /// The meaning of the time of an event.
    public enum Time: Sendable {
        /// The time of the event in the system's monotonic clock. A compositor's clock that does not follow real time
        /// advances by the intervals between events. Clocks never go back.
        case movesClock
        /// Ignored: events occur now.
        case passedOver
        /// Events occur now, and clients are sent the device's own time if it has one.
        case ofDevice
    }

    /// - Parameters:
    ///   - time: the meaning of event times.
    ///   - seat: called for each device; returns its seat, or nil for none. The default is the first seat.
    ///   - report: receives reports about devices.
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

    /// The devices in use, in the order in which they were added.
    public var present: [InputEvent.Device] { devices.map(\.description) }

    /// Forwards an event. Events of devices that were not added or have no seat are ignored.
    public func handle(_ event: InputEvent) {
        if case .deviceAdded(let description) = event.content { return add(event.device, description) }
        guard let device = device(event.device) else { return }
        if case .deviceRemoved = event.content { return remove(device) }
        follow(event.time)
        device.seat.deviceTime = time == .ofDevice && event.time != .zero ? event.time : nil
        defer { device.seat.deviceTime = nil }
        switch event.content {
        case .deviceAdded, .deviceRemoved: break  // Handled above: these have no time in libinput.
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

    /// Removes all devices.
    public func removeAll() {
        for device in devices { remove(device) }
    }

    /// The ids of a seat's keyboards, for their LEDs.
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

    /// The area that an absolute device covers: its output if it names one. Otherwise a touchscreen covers the first
    /// output, which is assumed to be built in, and other devices cover all outputs.
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

    /// Updates the areas of absolute devices.
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
        case .frame: break  // Each event is a frame of its own for clients.
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
            // libinput has released the tip and buttons already.
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
