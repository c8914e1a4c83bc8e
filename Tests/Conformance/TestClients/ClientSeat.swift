// SPDX-License-Identifier: MIT

public import WaylandClient
internal import WaylandUtil

/// A test client's objects of one seat.
public final class ClientSeat {
    public let object: WlSeat
    public private(set) var device: ClientDevice
    public let primaryDevice: ClientPrimaryDevice?
    public let log: EventLog
    public private(set) var pointer: WlPointer?
    public private(set) var touch: WlTouch?
    public private(set) var keyboard: WlKeyboard?
    /// The surface with pointer focus, and the pointer position in surface coordinates; nil for none.
    public private(set) var pointerPlace: (surface: UInt32, x: Double, y: Double)?
    /// The serial of the last button or touch press.
    public private(set) var pressSerial: UInt32 = 0
    /// The serials of the touch points by their ids.
    public private(set) var fingerSerials: [Int32: UInt32] = [:]
    /// The held modifiers that the client was sent last, as an xkb mask.
    public private(set) var heldModifiers: UInt32 = 0
    /// The serial of the last user input.
    public private(set) var inputSerial: UInt32 = 0

    init(
        _ object: WlSeat, manager: WlDataDeviceManager, primary: ZwpPrimarySelectionDeviceManagerV1?, log: EventLog
    ) {
        self.object = object
        self.log = log
        device = ClientDevice(manager.getDataDevice(seat: object), log: log)
        primaryDevice = primary.map { ClientPrimaryDevice($0.getDevice(seat: object), log: log) }
        object.onEvent { [weak self] in self?.handle($0) }
    }

    /// Replaces the data device by a new one.
    public func renewDevice(of manager: WlDataDeviceManager) {
        device = ClientDevice(manager.getDataDevice(seat: object), log: log)
    }

    private func handle(_ event: WlSeat.Event) {
        switch event {
        case .capabilities(let capabilities):
            // A device that is added again needs a new object; the old one is inert.
            if !capabilities.contains(.pointer) {
                pointer?.release()
                pointer = nil
            }
            if !capabilities.contains(.touch) {
                touch?.release()
                touch = nil
            }
            if !capabilities.contains(.keyboard) {
                keyboard?.release()
                keyboard = nil
            }
            if capabilities.contains(.pointer), pointer == nil {
                pointer = object.getPointer()
                pointer?.onEvent { [weak self] in self?.handle($0) }
            }
            if capabilities.contains(.touch), touch == nil {
                touch = object.getTouch()
                touch?.onEvent { [weak self] in self?.handle($0) }
            }
            if capabilities.contains(.keyboard), keyboard == nil {
                keyboard = object.getKeyboard()
                keyboard?.onEvent { [weak self] in self?.handle($0) }
            }
        case .name: break
        }
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            inputSerial = serial
            pointerPlace = (surface?.proxy.objectID ?? 0, x.doubleValue, y.doubleValue)
            log.note(.pointerEnter(surface: surface?.proxy.objectID ?? 0))
        case .leave:
            pointerPlace = nil
            log.note(.pointerLeave)
        case .motion(_, let x, let y):
            if let surface = pointerPlace?.surface { pointerPlace = (surface, x.doubleValue, y.doubleValue) }
            log.note(.pointerMotion)
        case .button(let serial, _, let button, let state):
            inputSerial = serial
            if state == .pressed { pressSerial = serial }
            log.note(.pointerButton(button, isPressed: state == .pressed))
        case .axis: log.note(.pointerAxis)
        case .frame, .axisSource, .axisStop, .axisDiscrete, .axisValue120: break
        }
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, _, _, let id, _, _):
            pressSerial = serial
            inputSerial = serial
            fingerSerials[id] = serial
            log.note(.touchDown(id))
        case .up(_, _, let id): log.note(.touchUp(id))
        case .motion(_, let id, _, _): log.note(.touchMotion(id))
        case .cancel: log.note(.touchCancel)
        case .frame, .shape, .orientation: break
        }
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .enter(let serial, _, _):
            inputSerial = serial
            log.note(.keyboardEnter)
        case .leave: log.note(.keyboardLeave)
        case .key(let serial, _, let key, let state):
            inputSerial = serial
            log.note(.key(key, isPressed: state == .pressed))
        case .modifiers(_, let depressed, let latched, _, _): heldModifiers = depressed | latched
        case .keymap, .repeatInfo: break
        }
    }
}
