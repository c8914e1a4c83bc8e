// SPDX-License-Identifier: MIT

import CLibseat
public import DrayInput
import Glibc

/// A seat of a session manager (seatd or logind), and the devices that it opens: one `struct libseat`.
///
/// A process without permission to read devices receives them this way, as long as its session is active. Add
/// `descriptor` to an event loop and call `dispatch` whenever it is readable. Belongs to one thread.
///
/// ```swift
/// let session = try SeatSession()
/// let devices = try LibinputContext(.seat(session.name), opener: session.opener)
/// ```
public final class SeatSession {
    /// The functions of the library.
    private let libseat: dray_libseat
    /// Owned; closed last.
    private let pointer: OpaquePointer
    /// Owned; libseat keeps the address.
    private let listener: UnsafeMutablePointer<libseat_seat_listener>
    private let events: SeatEvents
    /// libseat's identifiers of the open devices, by their descriptors.
    private var devices: [Int32: Int32] = [:]

    /// Requests the seat of this process from the backend in `LIBSEAT_BACKEND`, else from seatd, then from logind.
    ///
    /// - Throws: `SeatError.noSeat`; `SeatError.noLibrary` if libseat is not installed.
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
        // logind reports with the first dispatch whether the session is active.
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

    /// The current ownership of the devices.
    public var state: SeatState { events.state }

    /// Called when `state` has changed. The call can occur during the opening or closing of a device, so devices must
    /// not be opened or closed until control returns to the event loop.
    public var onChange: (() -> Void)? {
        get { events.onChange }
        set { events.onChange = newValue }
    }

    /// The descriptor that is readable whenever `dispatch` has work to do. Owned by the session; it must not be read or
    /// closed.
    public var descriptor: Int32 { libseat.get_fd(pointer) }

    /// Processes pending messages of the session manager without waiting.
    /// - Throws: `SeatError.lost`; no further messages arrive then.
    public func dispatch() throws(SeatError) {
        if libseat.dispatch(pointer, 0) < 0 { throw .lost(errno: errno) }
    }

    /// Releases the seat. Call this after the state became `leaving` and the devices are closed.
    public func leave() {
        guard state == .leaving else { return }
        _ = libseat.disable_seat(pointer)
        events.state = .away
    }

    /// Requests a switch to another session, as Ctrl, Alt and a function key do. The state `leaving` follows if the
    /// request is granted.
    /// - Parameter number: The number of the virtual terminal, on seats that have some.
    public func switchSession(to number: Int32) {
        _ = libseat.switch_session(pointer, number)
    }

    /// Opens and closes devices through the session manager. Retains the session.
    public var opener: DeviceOpener {
        DeviceOpener(
            open: { path, flags throws(DeviceFailure) in try self.open(path, flags) },
            close: { self.close($0) })
    }

    /// Whether the backend is `noop`, which opens files with the permissions of the process and never reports that the
    /// seat is active.
    private var managesNothing: Bool { ownName == "noop" }

    private var ownName: String { libseat.seat_name(pointer).map { String(cString: $0) } ?? "" }

    private func open(_ path: String, _ flags: Int32) throws(DeviceFailure) -> Int32 {
        var descriptor: Int32 = -1
        let device = libseat.open_device(pointer, path, &descriptor)
        guard device >= 0, descriptor >= 0 else { throw DeviceFailure(errno: errno) }
        // libseat opens devices for reading and writing, and accepts no flags.
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
