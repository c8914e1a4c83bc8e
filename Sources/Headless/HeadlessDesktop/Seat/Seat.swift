// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayInput
public import WaylandServer

/// A seat whose devices are controlled by code. Clients receive its actions as input.
///
/// Every event has a time of the compositor's `VirtualClock`.
public final class Seat {
    public let name: String
    /// Unique among all seats of the compositor.
    public let id: Int
    public let pointer = Pointer()
    public let keyboard: Keyboard
    public let touch = Touch()
    /// The current capabilities. Actions of devices that the seat lacks have no effect.
    public private(set) var capabilities: WlSeat.Capability

    /// Called for each action before it takes effect, for recordings.
    public var onInput: ((SeatInput) -> Void)?

    /// The grab that receives input instead of clients.
    public private(set) var grab: (any SeatGrab)?
    /// The input that the grab takes.
    private(set) var grabScope: SeatGrabScope = []
    /// The popups with a grab, which a click elsewhere dismisses.
    var popupGrab: PopupGrab?

    let host: any SeatHost
    private var everHad: WlSeat.Capability
    /// The capabilities that do not belong to a device.
    private var permanent: WlSeat.Capability
    /// The capability of each device.
    private var brought: [WlSeat.Capability] = []
    private var objects = ClientObjects<WlSeat>()
    private var serials = SerialLog()
    private var global: Global<WlSeat>?

    init(
        _ name: String, id: Int, capabilities: WlSeat.Capability, keymap: SharedKeymap, host: any SeatHost
    ) throws(HeadlessError) {
        self.name = name
        self.id = id
        self.capabilities = capabilities
        self.host = host
        everHad = capabilities
        permanent = capabilities
        keyboard = Keyboard(keymap)
        pointer.attach(to: self)
        keyboard.attach(to: self)
        touch.attach(to: self)
        global = Global(host.display, WlSeat.self, version: 8) { [unowned self] object, _ in bind(object) }
        guard global != nil else { throw .outOfMemory }
    }

    /// The seat of a client's object; nil if the seat was removed.
    public static func of(_ object: WlSeat) -> Seat? {
        object.handler(as: SeatRequests.self)?.seat
    }

    /// Adds capabilities until they are removed.
    public func add(_ devices: WlSeat.Capability) {
        permanent.formUnion(devices)
        gain(devices)
    }

    /// Adds a device.
    func attach(_ device: WlSeat.Capability) {
        brought.append(device)
        gain(device)
    }

    /// Removes a device. Capabilities that no other device has are lost.
    func detach(_ device: WlSeat.Capability) {
        guard let index = brought.firstIndex(of: device) else { return }
        brought.remove(at: index)
        lose(device.subtracting(brought.reduce(permanent) { $0.union($1) }))
    }

    private func gain(_ devices: WlSeat.Capability) {
        let before = capabilities
        capabilities.formUnion(devices)
        everHad.formUnion(devices)
        announce(since: before)
        if capabilities.contains(.pointer) { pointer.refocus() }
        if !before.contains(.keyboard), capabilities.contains(.keyboard) { keyboard.restoreFocus() }
    }

    /// Removes capabilities: pressed buttons are released, focus is lost, and a grab of the pointer is cancelled.
    public func remove(_ devices: WlSeat.Capability) {
        permanent.subtract(devices)
        lose(devices)
    }

    private func lose(_ devices: WlSeat.Capability) {
        let before = capabilities
        if devices.contains(.pointer), before.contains(.pointer) {
            if !grabScope.isDisjoint(with: [.pointer, .heldPointer]) { cancelGrab() }
            pointer.unplug()
        }
        if devices.contains(.keyboard), before.contains(.keyboard) { keyboard.unplug() }
        if devices.contains(.touch), before.contains(.touch) { touch.unplug() }
        capabilities.subtract(devices)
        announce(since: before)
        // A grab that is cancelled here cannot restore keyboard focus.
        if devices.contains(.keyboard), before.contains(.keyboard) { grab?.keyboardGone() }
    }

    /// Handles the removal of an output.
    func leave(_ output: Output) {
        touch.leave(output)
        let place = host.screens.nearestPoint(to: pointer.position)
        if place != pointer.position { pointer.carry(to: place) }
    }

    // MARK: Grabs

    /// Begins a grab, which the seat retains until its end. A previous grab is cancelled.
    public func beginGrab(_ grab: any SeatGrab, taking scope: SeatGrabScope = .pointer) {
        cancelGrab()
        self.grab = grab
        grabScope = scope
        if scope.contains(.pointer) { pointer.handOver() }
        if scope.contains(.keyboard) { keyboard.handOver() }
        pointer.forgetClick()
        touch.forgetClick()
    }

    /// Reduces the scope of the grab. Input that it releases is sent to clients, as at its end.
    package func narrowGrab(to scope: SeatGrabScope) {
        guard grab != nil else { return }
        let freed = grabScope.subtracting(scope)
        grabScope.formIntersection(scope)
        giveBack(freed)
    }

    /// Ends the grab: the pointer enters the surface under it, and keyboard focus is restored.
    ///
    /// A grab must send its last events to clients before this call. Buttons and touch points that are still down have
    /// no client until they are released.
    public func endGrab() {
        guard grab != nil else { return }
        grab = nil
        let scope = grabScope
        grabScope = []
        giveBack(scope)
    }

    private func giveBack(_ scope: SeatGrabScope) {
        if scope.contains(.pointer) { pointer.refocus() }
        if scope.contains(.keyboard) { keyboard.restoreFocus() }
    }

    /// Cancels the grab.
    func cancelGrab() {
        guard let grab else { return }
        // The grab's last events come first: `wl_data_device.leave` must precede `wl_pointer.enter`.
        grab.cancelled()
        if self.grab === grab { endGrab() }
    }

    /// The press whose `serial` was sent to the client of `origin`, if it is still held; validates
    /// `wl_data_device.start_drag`. With several buttons pressed, each has its own serial.
    public func implicitGrab(serial: UInt32, origin: WlSurface) -> ImplicitGrab? {
        pointer.implicitGrab(serial: serial, client: origin.client)
            ?? touch.implicitGrab(serial: serial, client: origin.client)
    }

    /// Whether the seat has recently sent the serial to `client` with a key, button, touch or enter event; validates
    /// `set_selection` and `xdg_popup.grab`.
    public func gaveSerial(_ serial: UInt32, to client: Client) -> Bool {
        serials.contains(serial, of: client)
    }

    /// Returns a new serial to be sent to `client`.
    func nextSerial(for client: Client) -> UInt32 {
        let serial = host.display.nextSerial()
        serials.record(serial, for: client)
        return serial
    }

    var now: Instant { host.clock.now }

    /// The device time of the current event; nil for events of the compositor.
    var deviceTime: Instant?
    /// The time that is sent to clients with an input event.
    var stamp: Instant { deviceTime ?? now }

    // MARK: The compositor's side

    func surfaceDestroyed(_ surface: Surface) {
        pointer.surfaceDestroyed(surface)
        keyboard.surfaceDestroyed(surface)
        touch.surfaceDestroyed(surface)
    }

    func end() {
        cancelGrab()
        popupGrab = nil
        global = nil
        pointer.end()
        keyboard.end()
        touch.end()
        objects.removeAll()
    }

    /// Removes the global from the registries. Objects of clients have no effect from then on.
    func withdraw() {
        remove([.pointer, .keyboard, .touch])
        global?.withdraw()
        popupGrab = nil
    }

    func missed(_ capability: WlSeat.Capability) -> Bool { !everHad.contains(capability) }
    func released(_ object: WlSeat) { objects.remove(object) }

    private func announce(since before: WlSeat.Capability) {
        guard capabilities != before else { return }
        for object in objects { object.sendCapabilities(capabilities: capabilities) }
    }

    private func bind(_ object: WlSeat) {
        object.setHandler(SeatRequests(self))
        objects.add(object)
        object.sendCapabilities(capabilities: capabilities)
        object.sendName(name: name)
    }
}
