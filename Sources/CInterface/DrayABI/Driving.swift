// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import WaylandServer
internal import WaylandUtil

// The functions that begin a drag, and report device events during it.

@c @implementation
public func dray_seat_begin(
    _ seat: OpaquePointer!, _ begin: UnsafePointer<dray_begin>!, _ drag: UnsafeMutablePointer<UInt64>!
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        drag?.pointee = 0
        let id = try object.begin(try dray_begin.read(begin))
        drag?.pointee = id.rawValue
    }
}

@c @implementation
public func dray_seat_refuse(_ seat: OpaquePointer!, _ request: UInt64) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        guard let waiting = object.waiting, waiting.number == request else {
            throw .order("the request \(request) is answered or gone")
        }
        object.waiting = nil
        waiting.request.refuse()
    }
}

@c @implementation
public func dray_seat_pressed(_ seat: OpaquePointer!, _ press: UnsafePointer<dray_press>!) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.pressed(try dray_press.read(press).press(of: try object.engine()))
    }
}

@c @implementation
public func dray_seat_button(
    _ seat: OpaquePointer!, _ device: dray_device, _ button: UInt32, _ isPressed: CInt
) -> CInt {
    handle(seat) { () throws(Mistake) in
        let state: InputEvent.PressState = isPressed == 0 ? .released : .pressed
        switch device {
        case DRAY_DEVICE_POINTER: return .pointerButton(button, state)
        case DRAY_DEVICE_PEN: return .penButton(button, state)
        default: throw .value("\(device.rawValue) has no buttons")
        }
    }
}

@c @implementation
public func dray_seat_finger(_ seat: OpaquePointer!, _ finger: UInt32, _ change: dray_finger_change) -> CInt {
    handle(seat) { () throws(Mistake) in
        switch change {
        case DRAY_FINGER_DOWN: return .finger(FingerID(finger), .down)
        case DRAY_FINGER_MOVED: return .finger(FingerID(finger), .moved)
        case DRAY_FINGER_UP: return .finger(FingerID(finger), .up)
        case DRAY_FINGER_CANCELLED: return .finger(FingerID(finger), .cancelled)
        default: throw .value("\(change.rawValue) is not one of enum dray_finger_change")
        }
    }
}

@c @implementation
public func dray_seat_pressure(
    _ seat: OpaquePointer!, _ device: dray_device, _ detail: UInt32, _ pressure: Double
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        guard pressure.isFinite else { throw .value("a pressure is not finite") }
        switch device {
        case DRAY_DEVICE_POINTER: break
        case DRAY_DEVICE_PEN: object.seat.pressureChanged(to: pressure, of: nil)
        case DRAY_DEVICE_FINGER:
            object.seat.pressureChanged(to: pressure, of: FingerID(Int32(bitPattern: detail)))
        default: throw .value("\(device.rawValue) is not one of enum dray_device")
        }
    }
}

@c @implementation
public func dray_seat_key(_ seat: OpaquePointer!, _ key: UInt32, _ keysym: UInt32, _ isPressed: CInt) -> CInt {
    handle(seat) { () throws(Mistake) in .key(key, keysym: keysym, isPressed == 0 ? .released : .pressed) }
}

@c @implementation
public func dray_seat_drag_by_keyboard(
    _ seat: OpaquePointer!, _ surface: OpaquePointer!, _ hasPointer: CInt, _ x: Double, _ y: Double
) -> dray_status {
    var isBegun = true
    let status = call(seat, SeatObject.self) { object throws(Mistake) in
        let owner = try object.engine()
        guard owner.dragsByKeyboard else {
            throw .order("the host has no callbacks keyboard_drag, pointer_move and pointer_button")
        }
        let pointer = hasPointer == 0 ? nil : try point(x, y)
        let surface = surface == nil ? nil : try owner.surface(surface)
        // The user decides when to press the shortcut, so a failure is not an error of the host's, and is not logged.
        isBegun = object.seat.beginKeyboardDrag(in: surface, pointer: pointer)
    }
    return isBegun ? status : DRAY_ERROR_ORDER
}

@c @implementation
public func dray_seat_device_gone(_ seat: OpaquePointer!, _ device: dray_device) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        _ = object.seat.handle(.deviceGone(try known(device.device(0), "dray_device").kind))
    }
}

@c @implementation
public func dray_seat_keyboard_gone(_ seat: OpaquePointer!) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in _ = object.seat.handle(.keyboardGone) }
}

/// Passes an input event to a seat.
/// - Returns: 1 if the drag consumes it, otherwise 0.
private func handle(
    _ seat: OpaquePointer?, function: StaticString = #function, _ input: () throws(Mistake) -> DriverInput
) -> CInt {
    var isKept = false
    _ = call(seat, SeatObject.self, function: function) { object throws(Mistake) in
        isKept = object.seat.handle(try input())
    }
    return isKept ? 1 : 0
}

extension SeatObject {
    fileprivate func begin(_ begin: dray_begin) throws(Mistake) -> DragID {
        let owner = try engine()
        let device = try known(begin.device.device(begin.detail), "dray_device")
        let position = try point(begin.x, begin.y)
        let modifiers = Modifiers(rawValue: begin.modifiers)
        guard begin.request != 0 else {
            let content = try dray_content.read(begin.content).content(of: owner)
            let container = ContainerID(begin.container | 1 << 63)
            let start = DragStart(device: device, position: position, modifiers: modifiers, container: container)
            guard let id = seat.begin(content, start) else { throw .order("the seat has a drag in progress") }
            return id
        }
        guard let waiting, waiting.number == begin.request else {
            throw .order("the request \(begin.request) is answered or gone")
        }
        let origin = waiting.request.origin
        guard origin.resource.isAlive else { throw .order("the client of the request has disconnected") }
        let container = try owner.container(window: begin.window, number: begin.container, of: origin)
        self.waiting = nil
        let start = DragStart(device: device, position: position, modifiers: modifiers, container: container)
        guard let id = waiting.request.begin(start) else {
            throw .order("the seat has a drag in progress, or the client of the request has disconnected")
        }
        return id
    }
}

extension dray_press {
    fileprivate func press(of owner: EngineObject) throws(Mistake) -> Press<WlSurface> {
        let surface = try owner.surface(surface)
        return Press(
            device: try known(device.device(detail), "dray_device"), serial: serial, surface: surface,
            window: window == nil ? surface : try owner.surface(window), position: try point(x, y),
            container: try owner.container(window: window, number: container, of: surface))
    }
}

extension dray_content {
    private func giving(of owner: EngineObject) throws(Mistake) -> HostContent.Giving {
        guard bytes == nil else {
            return .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: byte_count)))
        }
        guard let send else { throw .null("struct dray_content: send") }
        let data = data
        return .host { type, descriptor in
            guard let fd = descriptor.take() else { return }
            owner.duringCallback { type.rawValue.withCString { send(data, $0, fd) } }
        }
    }

    /// Content that calls the host's callbacks.
    fileprivate func content(of owner: EngineObject) throws(Mistake) -> HostContent {
        let giving = try self.giving(of: owner)
        let actions = DragActions(rawValue: actions)
        guard actions.isValid, !actions.isEmpty else { throw .value("struct dray_content: actions is \(self.actions)") }
        let (data, ended) = (self.data, self.ended)
        return HostContent(
            types: try readStrings(types, type_count).map { MimeType($0) }, actions: actions,
            itemCount: max(Int(item_count), 1), image: image == nil ? nil : try dray_image.read(image).image(),
            giving: giving,
            ended: { outcome in
                var result = dray_result(outcome)
                owner.duringCallback { ended?(data, &result) }
            })
    }
}
