// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayInput
public import WaylandServer

/// A person's devices, played by code: what a test or a scenario does with them, clients see as input.
///
/// Every event carries the time of the compositor's `VirtualClock`.
public final class Seat {
    public let name: String
    /// Never given to another seat of the compositor.
    public let id: Int
    public let pointer = Pointer()
    public let keyboard: Keyboard
    public let touch = Touch()
    /// The devices that the seat has now. What is done with one that it does not have, nobody sees.
    public private(set) var capabilities: WlSeat.Capability

    /// Hears what is done with the seat, just before it takes effect: whoever records it.
    public var onInput: ((SeatInput) -> Void)?

    /// Who takes the input in place of the clients.
    public private(set) var grab: (any SeatGrab)?
    /// What that one takes away from them.
    private(set) var grabScope: SeatGrabScope = []
    /// The popups that were opened as menus are, and go with a click beside them.
    var popupGrab: PopupGrab?

    let host: any SeatHost
    private var everHad: WlSeat.Capability
    /// What was given to the seat apart from any single device.
    private var permanent: WlSeat.Capability
    /// What each device of the seat brings.
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

    /// The seat behind a client's object; nil for a seat that is gone.
    public static func of(_ object: WlSeat) -> Seat? {
        object.handler(as: SeatRequests.self)?.seat
    }

    /// Plugs devices in, until they are removed by name of what they can.
    public func add(_ devices: WlSeat.Capability) {
        permanent.formUnion(devices)
        gain(devices)
    }

    /// Plugs one device in.
    func attach(_ device: WlSeat.Capability) {
        brought.append(device)
        gain(device)
    }

    /// Unplugs one device: what no other device of the seat can do is gone.
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

    /// Unplugs devices: whatever they had pressed or focused is let go, and a grab that took the pointer is cancelled.
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
        // A grab that ends with this gives the keyboard back to nobody.
        if devices.contains(.keyboard), before.contains(.keyboard) { grab?.keyboardGone() }
    }

    /// A screen is gone, and what was on it alone comes to another.
    func leave(_ output: Output) {
        touch.leave(output)
        let place = host.screens.nearestPoint(to: pointer.position)
        if place != pointer.position { pointer.carry(to: place) }
    }

    // MARK: Grabs

    /// Hands the input to `grab`, which the seat keeps until its end. A grab before it is cancelled.
    public func beginGrab(_ grab: any SeatGrab, taking scope: SeatGrabScope = .pointer) {
        cancelGrab()
        self.grab = grab
        grabScope = scope
        if scope.contains(.pointer) { pointer.handOver() }
        if scope.contains(.keyboard) { keyboard.handOver() }
        pointer.forgetClick()
        touch.forgetClick()
    }

    /// The grab takes less from now on; what it lets go of goes back to the clients as at its end.
    package func narrowGrab(to scope: SeatGrabScope) {
        guard grab != nil else { return }
        let freed = grabScope.subtracting(scope)
        grabScope.formIntersection(scope)
        giveBack(freed)
    }

    /// Gives the input back to the clients: the pointer enters what is below it, the keyboard comes back.
    ///
    /// Whatever the grab has to tell the clients, it tells them before this. Buttons and fingers that are still down are
    /// nobody's until they are let go.
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

    /// Ends the grab from the seat's side.
    func cancelGrab() {
        guard let grab else { return }
        // First its last words: `wl_data_device.leave` has to come before `wl_pointer.enter`.
        grab.cancelled()
        if self.grab === grab { endGrab() }
    }

    /// The press that `serial` told the client of `origin` about, if it still lasts: how `wl_data_device.start_drag` is
    /// validated. With several buttons down, each one's own serial counts.
    public func implicitGrab(serial: UInt32, origin: WlSurface) -> ImplicitGrab? {
        pointer.implicitGrab(serial: serial, client: origin.client)
            ?? touch.implicitGrab(serial: serial, client: origin.client)
    }

    /// Whether the seat gave that serial to `client` not long ago, with a key, a button, a finger or an entering: how
    /// `set_selection` and `xdg_popup.grab` are validated.
    public func gaveSerial(_ serial: UInt32, to client: Client) -> Bool {
        serials.contains(serial, of: client)
    }

    /// A new serial that `client` is about to get.
    func nextSerial(for client: Client) -> UInt32 {
        let serial = host.display.nextSerial()
        serials.record(serial, for: client)
        return serial
    }

    var now: Instant { host.clock.now }

    /// The time of the event that is being played, by its device's clock; nil for one of the compositor's.
    var deviceTime: Instant?
    /// The time that clients are sent with an event of a device.
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

    /// Takes the seat out of the registries; clients that hold it keep objects that do nothing.
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
