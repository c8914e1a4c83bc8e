// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayX11
internal import XCB

// The bridge to an X server, as a host in C makes and asks it. Where a machine has no libxcb, or the server was not
// reached, that is told by a status, and is no mistake of the host's. What stands behind the handle is in `X11Object`.

@c @implementation
public func dray_x11_create(
    _ seat: OpaquePointer!, _ options: UnsafePointer<dray_x11_options>!, _ x11: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    var isThere = true
    let status = call(seat, SeatObject.self) { object throws(Mistake) in
        guard let x11 else { throw .null("the struct dray_x11 **") }
        x11.pointee = nil
        let options = try dray_x11_options.read(options)
        let display = try readString(options.display)
        let owner = try object.engine()
        // What a machine has is no mistake of the host's.
        if let fault = XConnection.fault {
            isThere = false
            return object.log(DRAY_BLAME_NOBODY, "X11 windows drag among themselves alone: \(fault)")
        }
        let made = try owner.addBorder { X11Object(options, handle: $0, owner: owner, seat: object.id) }
        guard made.dial(display) else {
            owner.removeBorder(made)
            throw .memory("descriptors")
        }
        x11.pointee = made.handle
    }
    return isThere ? status : DRAY_ERROR_ORDER
}

@c @implementation
public func dray_x11_destroy(_ x11: OpaquePointer!) -> dray_status {
    guard let x11 else { return DRAY_OK }
    return call(x11, X11Object.self) { object throws(Mistake) in object.owner?.removeBorder(object) }
}

@c @implementation
public func dray_x11_place(
    _ x11: OpaquePointer!, _ window: UInt32, _ place: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    var isUp = true
    let status = call(x11, X11Object.self) { object throws(Mistake) in
        guard let place else { throw .null("the struct dray_place **") }
        place.pointee = nil
        // A host asks to find out whether the server was reached, which is no mistake: so no line in the log.
        guard let made = try object.place(of: window) else { return isUp = false }
        place.pointee = made
    }
    return isUp ? status : DRAY_ERROR_ORDER
}

@c @implementation
public func dray_x11_pointer(_ x11: OpaquePointer!, _ isOverX11: CInt) -> dray_status {
    call(x11, X11Object.self) { object throws(Mistake) in object.pointer(isOverX: isOverX11 != 0) }
}

@c @implementation
public func dray_x11_released(_ x11: OpaquePointer!) -> dray_status {
    call(x11, X11Object.self) { object throws(Mistake) in object.bridge?.released() }
}
