// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayX11
internal import XCB

// The functions for the bridge to an X server. A missing libxcb and a server without a connection are reported by a
// status, but not as errors of the host's. `X11Object` is the object behind the handle.

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
        // A missing library is not an error of the host's.
        if let fault = XConnection.fault {
            isThere = false
            return object.log(
                DRAY_BLAME_NOBODY,  // english: quoted
                "no drags between X11 windows and other windows: \(fault)")
        }
        let made = try owner.addBridge { X11Object(options, handle: $0, owner: owner, seat: object.id) }
        guard made.dial(display) else {
            owner.removeBridge(made)
            throw .memory("descriptors")
        }
        x11.pointee = made.handle
    }
    return isThere ? status : DRAY_ERROR_ORDER
}

@c @implementation
public func dray_x11_destroy(_ x11: OpaquePointer!) -> dray_status {
    guard let x11 else { return DRAY_OK }
    return call(x11, X11Object.self) { object throws(Mistake) in object.owner?.removeBridge(object) }
}

@c @implementation
public func dray_x11_place(
    _ x11: OpaquePointer!, _ window: UInt32, _ place: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    var isUp = true
    let status = call(x11, X11Object.self) { object throws(Mistake) in
        guard let place else { throw .null("the struct dray_place **") }
        place.pointee = nil
        // Hosts call this to determine whether the server is connected, so that it is not is not logged as an error.
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
