// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayServer
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

// The clipboard for a host in C: the keyboard focus, content of the host's own, and reading of clients' content,
// independent of drags.

@c @implementation
public func dray_seat_keyboard_focus(_ seat: OpaquePointer!, _ client: OpaquePointer!) -> dray_status {
    call(seat, SeatObject.self) { object throws(Mistake) in
        let owner = try object.engine()
        if client != nil { try owner.checkClient(client) }
        owner.engine?.keyboardFocusChanged(to: client.map { Client.of($0) }, on: object.id)
    }
}

@c @implementation
public func dray_seat_set_selection(_ seat: OpaquePointer!, _ selection: UnsafePointer<dray_selection>!) -> dray_status
{
    call(seat, SeatObject.self) { object throws(Mistake) in
        let owner = try object.engine()
        var content: HostSelection?
        if selection != nil { content = try dray_selection.read(selection).content(of: owner) }
        owner.engine?.setSelection(content, on: object.id)
    }
}

@c @implementation
public func dray_seat_send_selection(
    _ seat: OpaquePointer!, _ type: UnsafePointer<CChar>!, _ fd: CInt
) -> dray_status {
    // Closed at the end of this function in every case, even if the handle is invalid.
    let descriptor = fcntl(fd, F_GETFD) >= 0 ? ReceivedDescriptor(owning: fd) : nil
    return call(seat, SeatObject.self) { object throws(Mistake) in
        guard let descriptor else { throw .value("the descriptor \(fd) is not open") }
        let type = MimeType(try readString(type))
        try object.engine().engine?.sendSelection(type, to: descriptor, on: object.id)
    }
}

extension dray_selection {
    /// Clipboard content that calls the host's callbacks.
    fileprivate func content(of owner: EngineObject) throws(Mistake) -> HostSelection {
        let (data, send, sendTo, cancelled) = (self.data, self.send, send_to, self.cancelled)
        guard send != nil || sendTo != nil else { throw .null("struct dray_selection: send") }
        return HostSelection(
            types: try readStrings(types, type_count).map { MimeType($0) },
            send: { type, descriptor, reader in
                guard let fd = descriptor.take() else { return }
                owner.duringCallback {
                    type.rawValue.withCString { type in
                        if let sendTo { sendTo(data, reader?.pointer, type, fd) } else { send?(data, type, fd) }
                    }
                }
            },
            cancelled: { owner.duringCallback { cancelled?(data) } })
    }
}
