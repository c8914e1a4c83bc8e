// SPDX-License-Identifier: MIT

import CLibseat
public import DrayInput
import Glibc

/// A seat that a session manager (seatd or logind) gives and takes, and the devices that it opens: one `struct libseat`.
///
/// Whoever may not read devices himself is given them this way, as long as his session is the one in front. Put
/// `descriptor` into an event loop and call `dispatch` whenever it is readable. Belongs to one thread.
///
/// ```swift
/// let session = try SeatSession()
/// let devices = try LibinputContext(.seat(session.name), opener: session.opener)
/// ```
public final class SeatSession {
    /// What is called of the library.
    private let libseat: dray_libseat
    /// Owned; closed last.
    private let pointer: OpaquePointer
    /// Owned; libseat keeps the address.
    private let listener: UnsafeMutablePointer<libseat_seat_listener>
    private let events: SeatEvents
    /// What libseat calls the devices that are open, by their descriptors.
    private var devices: [Int32: Int32] = [:]

    /// Asks for the seat that this process belongs to. `LIBSEAT_BACKEND` names who is asked; else seatd, then logind.
    ///
    /// - Throws: `SeatError.noSeat`; `SeatError.noLibrary` if this machine has no libseat.
    public init() throws(SeatError) {
        var libseat = dray_libseat()
        if let fault = dray_libseat_load(&libseat) { throw .noLibrary(String(cString: fault)) }
        let events = SeatEvents()
        let listener = UnsafeMutablePointer<libseat_seat_listener>.allocate(capacity: 1)
        listener.initialize(to: SeatEvents.listener)
        guard let pointer = libseat.open_seat(listener, events.userData) else {
            let number = errno
            listener.deallocate()
            throw .noSeat(backend: getenv("LIBSEAT_BACKEND").map { String(cString: $0) }, errno: number)
        }
        self.libseat = libseat
        self.pointer = pointer
        self.listener = listener
        self.events = events
        // logind says with the first dispatching whether the session is in front.
        _ = libseat.dispatch(pointer, 0)
        if managesNothing { events.state = .active }
    }

    deinit {
        for (descriptor, device) in devices {
            _ = libseat.close_device(pointer, device)
            Glibc.close(descriptor)
        }
        _ = libseat.close_seat(pointer)
        listener.deallocate()
    }

    /// The seat's name for udev, such as `seat0`.
    public var name: String { managesNothing ? "seat0" : ownName }

    /// Whose the devices are now.
    public var state: SeatState { events.state }

    /// Called when `state` has changed. That can be in the midst of opening or closing a device, so whatever opens or
    /// closes some has to be put off until the event loop goes on.
    public var onChange: (() -> Void)? {
        get { events.onChange }
        set { events.onChange = newValue }
    }

    /// Readable whenever `dispatch` has something to do. Owned by the session; never read it, never close it.
    public var descriptor: Int32 { libseat.get_fd(pointer) }

    /// Reads what the session manager says, without waiting.
    /// - Throws: `SeatError.lost`; nothing more is heard of it then.
    public func dispatch() throws(SeatError) {
        if libseat.dispatch(pointer, 0) < 0 { throw .lost(errno: errno) }
    }

    /// Gives the seat away, after `leaving` was heard and the devices are closed.
    public func leave() {
        guard state == .leaving else { return }
        _ = libseat.disable_seat(pointer)
        events.state = .away
    }

    /// Asks for another session to come to the front, as Ctrl, Alt and a function key do; `leaving` follows if it is done.
    /// - Parameter number: the virtual terminal's, where the seat has some.
    public func switchSession(to number: Int32) {
        _ = libseat.switch_session(pointer, number)
    }

    /// Opens and closes devices by way of the session manager. It keeps the session alive.
    public var opener: DeviceOpener {
        DeviceOpener(
            open: { path, flags throws(DeviceFailure) in try self.open(path, flags) },
            close: { self.close($0) })
    }

    /// libseat's backend `noop` opens files as the process may, and does not say that the seat is there.
    private var managesNothing: Bool { ownName == "noop" }

    private var ownName: String { libseat.seat_name(pointer).map { String(cString: $0) } ?? "" }

    private func open(_ path: String, _ flags: Int32) throws(DeviceFailure) -> Int32 {
        var descriptor: Int32 = -1
        let device = libseat.open_device(pointer, path, &descriptor)
        guard device >= 0, descriptor >= 0 else { throw DeviceFailure(errno: errno) }
        // libseat opens for reading and writing, and takes no flags.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | (flags & O_NONBLOCK))
        devices[descriptor] = device
        return descriptor
    }

    private func close(_ descriptor: Int32) {
        guard let device = devices.removeValue(forKey: descriptor) else { return }
        _ = libseat.close_device(pointer, device)
        Glibc.close(descriptor)
    }
}
