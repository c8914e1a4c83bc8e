// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore

// The functions for a seat: creation and destruction, and what is under its pointer and touch points. Motions pass
// through here, so no function in between allocates. `Driving` has the beginning of drags, buttons and keys.

@c @implementation
public func dray_seat_create(
    _ engine: OpaquePointer!, _ data: UnsafeMutableRawPointer!, _ seat: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let seat else { throw .null("the struct dray_seat **") }
        seat.pointee = nil
        seat.pointee = try object.addSeat(data: data)
    }
}

@c @implementation
public func dray_seat_destroy(_ seat: OpaquePointer!) -> dray_status {
    guard let seat else { return DRAY_OK }
    return call(seat, SeatObject.self) { object throws(Mistake) in
        try object.engine().removeSeat(object)
    }
}

@c @implementation
public func dray_seat_is_dragging(_ seat: OpaquePointer!) -> CInt {
    var isDragging = false
    _ = call(seat, SeatObject.self) { object throws(Mistake) in isDragging = object.seat.isDragging }
    return isDragging ? 1 : 0
}

@c @implementation
public func dray_seat_has_drag(_ seat: OpaquePointer!, _ drag: UInt64) -> CInt {
    var hasDrag = false
    _ = call(seat, SeatObject.self) { object throws(Mistake) in hasDrag = object.seat.has(DragID(drag)) }
    return hasDrag ? 1 : 0
}

@c @implementation
public func dray_seat_get_feedback(
    _ seat: OpaquePointer!, _ feedback: UnsafeMutablePointer<dray_feedback>!
) -> dray_status {
    var hasDrag = true
    let status = call(seat, SeatObject.self) { object throws(Mistake) in
        // Hosts call this to determine whether there is a drag, so that there is none is not logged as an error.
        guard let value = object.seat.feedback else { return hasDrag = false }
        try dray_feedback.write(dray_feedback(value), to: feedback)
    }
    return hasDrag ? status : DRAY_ERROR_ORDER
}

@c @implementation
public func dray_seat_focus(
    _ seat: OpaquePointer!, _ pick: UnsafePointer<dray_pick>!, _ x: Double, _ y: Double
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        let global = try point(x, y)
        guard let pick else { return object.seat.focus(nil, at: global) }
        object.seat.focus(try object.engine().pick(try dray_pick.read(pick)), at: global)
    }
}

@c @implementation
public func dray_seat_motion(
    _ seat: OpaquePointer!, _ x: Double, _ y: Double, _ localX: Double, _ localY: Double, _ time: UInt64
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        // The sum of all is finite only if each is.
        guard (x + y + localX + localY).isFinite else { throw .value("a position is not finite") }
        object.seat.motion(to: Point(x: x, y: y), local: Point(x: localX, y: localY), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_pointer_moved(_ seat: OpaquePointer!, _ x: Double, _ y: Double, _ time: UInt64) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        guard try object.engine().host.pick != nil else { throw .order("the host has no callback pick") }
        object.seat.pointerMoved(to: try point(x, y), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_scene_changed(_ seat: OpaquePointer!, _ time: UInt64) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        guard try object.engine().host.pick != nil else { throw .order("the host has no callback pick") }
        object.seat.sceneChanged(at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_scrolled(_ seat: OpaquePointer!, _ time: UInt64) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.scrolled(at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_modifiers(_ seat: OpaquePointer!, _ modifiers: UInt32) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.modifiersChanged(to: Modifiers(rawValue: modifiers))
    }
}

@c @implementation
public func dray_seat_focus_local(_ seat: OpaquePointer!, _ pick: UnsafePointer<dray_pick>!) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        guard let pick else { return object.seat.focus(nil) }
        object.seat.focus(try object.engine().pick(try dray_pick.read(pick)))
    }
}

@c @implementation
public func dray_seat_motion_local(
    _ seat: OpaquePointer!, _ localX: Double, _ localY: Double, _ time: UInt64
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.motion(toLocal: try point(localX, localY), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_finger_moved(
    _ seat: OpaquePointer!, _ finger: UInt32, _ x: Double, _ y: Double, _ time: UInt64
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        guard try object.engine().host.pick != nil else { throw .order("the host has no callback pick") }
        object.seat.fingerMoved(FingerID(finger), to: try point(x, y), at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_finger_over(
    _ seat: OpaquePointer!, _ finger: UInt32, _ pick: UnsafePointer<dray_pick>!, _ x: Double, _ y: Double,
    _ time: UInt64
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.fingerMoved(
            FingerID(finger), over: try object.picked(pick), at: try point(x, y), time: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_finger_over_local(
    _ seat: OpaquePointer!, _ finger: UInt32, _ pick: UnsafePointer<dray_pick>!, _ time: UInt64
) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.fingerMoved(
            FingerID(finger), over: try object.picked(pick), time: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_seat_drop(_ seat: OpaquePointer!) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in object.seat.drop() }
}

@c @implementation
public func dray_seat_cancel(_ seat: OpaquePointer!, _ interruption: dray_interruption) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        object.seat.cancel(try known(interruption.interruption, "dray_interruption"))
    }
}

extension SeatObject {
    /// The surface or place that the host reports; nil for none.
    fileprivate func picked(_ pick: UnsafePointer<dray_pick>?) throws(Mistake) -> Pick? {
        guard let pick else { return nil }
        return try engine().pick(try dray_pick.read(pick))
    }
}

extension FingerID {
    /// Creates an ID from the host's number of a touch point.
    init(_ number: UInt32) { self.init(Int32(bitPattern: number)) }
}
