// SPDX-License-Identifier: MIT

import CLibinput
public import DrayCore
import Glibc

/// The input devices of a seat, read by libinput: one `struct libinput`.
///
/// Add `fileDescriptor` to an event loop and call `dispatch` whenever it is readable, and once right after the
/// initialization. Belongs to one thread.
public final class LibinputContext {
    /// Owned reference.
    private let pointer: OpaquePointer
    /// Owned; libinput keeps the address.
    private let interface: UnsafeMutablePointer<libinput_interface>
    private let callbacks: LibinputCallbacks
    private let translator = LibinputTranslator()
    private let kind: Kind
    private let configure: (InputEvent.Device) -> DeviceConfiguration
    /// The devices that a suspension closes and whose removal has not been dispatched yet.
    private var suspending: Set<DeviceID> = []
    private var present: Set<DeviceID> = []

    /// The selection of devices.
    public enum Source: Equatable, Sendable {
        /// All devices that udev assigns to a seat, such as `seat0`; devices are added and removed as they are plugged
        /// in and out.
        case seat(String)
        /// These devices only, such as `/dev/input/event7`.
        case paths([String])
    }

    /// The priority of a message of libinput.
    public enum LogLevel: Comparable, Sendable {
        case debug
        case info
        case error
    }

    private enum Kind {
        case seat
        case paths
    }

    /// Opens the devices.
    ///
    /// - Parameters:
    ///   - source: The selection of devices.
    ///   - opener: Opens and closes the device files.
    ///   - configure: Returns the configuration of each device. Called before the device is passed to the handler.
    ///   - failed: Called for each device of a *seat* that cannot be opened, now or later; the others are used.
    ///   - logLevel: Messages below this level are not formatted at all.
    ///   - log: Receives libinput's messages, one line each.
    /// - Throws: `noLibrary`, `cannotStart`, `cannotTakeSeat`, and `cannotOpenDevice` for the first of `paths` that
    ///   cannot be used.
    public init(
        _ source: Source, opener: DeviceOpener = .direct,
        configure: @escaping (InputEvent.Device) -> DeviceConfiguration = { _ in DeviceConfiguration() },
        failed: @escaping (InputError) -> Void = { _ in },
        logLevel: LogLevel = .error, log: @escaping (LogLevel, String) -> Void = { _, _ in }
    ) throws(InputError) {
        if let fault = Libinput.fault { throw .noLibrary(fault) }
        callbacks = LibinputCallbacks(opener: opener, failed: failed, log: log)
        interface = .allocate(capacity: 1)
        interface.initialize(to: LibinputCallbacks.interface)
        self.configure = configure

        let created: OpaquePointer?
        switch source {
        case .seat:
            kind = .seat
            created = Self.createForSeat(interface, callbacks)
        case .paths:
            kind = .paths
            created = Libinput.calls.path_create_context(interface, callbacks.userData)
        }
        guard let created else {
            interface.deallocate()
            throw .cannotStart
        }
        pointer = created
        callbacks.listenToLog(of: pointer, from: logLevel)

        // From here on, `deinit` releases the context.
        switch source {
        case .seat(let name):
            guard Libinput.calls.udev_assign_seat(pointer, name) == 0 else { throw .cannotTakeSeat(name) }
        case .paths(let paths):
            for path in paths { try addDevice(path: path) }
        }
    }

    deinit {
        _ = Libinput.calls.unref(pointer)
        interface.deallocate()
    }

    /// The descriptor that is readable whenever `dispatch` has work to do. Owned by the context; it must not be read or
    /// closed.
    public var fileDescriptor: Int32 { Libinput.calls.get_fd(pointer) }

    /// Passes all pending events to the handler, in order, and returns without waiting.
    ///
    /// For a device that was removed, only `deviceRemoved` is sent, without releases of what it held down.
    ///
    /// The handler may suspend the context or change devices; it may not call `dispatch`.
    ///
    /// - Throws: `cannotRead`, after all events that could be read were passed on.
    public func dispatch(_ handler: (InputEvent) -> Void) throws(InputError) {
        let status = Libinput.calls.dispatch(pointer)
        // libinput releases what a device held right before it reports the removal. Those releases are dropped, since
        // the user did not cause them: unplugging a mouse must not drop the content that it drags.
        var releases = PendingReleases()
        defer { releases.handOut(to: handler) }
        while let event = Libinput.calls.get_event(pointer) {
            defer { Libinput.calls.event_destroy(event) }
            guard var translated = translator.translate(event) else { continue }
            switch translated.content {
            case .deviceAdded(var device):
                added(&device, translated.device, Libinput.calls.event_get_device(event)!)
                translated.content = .deviceAdded(device)
            case .deviceRemoved:
                removed(translated.device, Libinput.calls.event_get_device(event)!)
                releases.forget(translated.device)
            case .pointerMotion, .pointerMotionAbsolute, .button, .scroll, .key, .touch, .pen, .gesture:
                break
            }
            if PendingReleases.canHold(translated) {
                releases.hold(translated, handingOutTo: handler)
            } else {
                releases.handOut(to: handler)
                handler(translated)
            }
        }
        if status < 0 { throw .cannotRead(errno: -status) }
    }

    /// Closes all devices, for example when the session is switched away. The next `dispatch` reports each as removed.
    public func suspend() {
        suspending.formUnion(present)
        Libinput.calls.suspend(pointer)
    }

    /// Opens the devices again. The next `dispatch` reports each as a new device.
    ///
    /// - Throws: `cannotResume` if a device by path was removed. Failures of a seat's devices are reported one by one.
    public func resume() throws(InputError) {
        guard Libinput.calls.resume(pointer) == 0 else { throw .cannotResume }
    }

    /// Opens another device. Only for a context with `paths`.
    ///
    /// - Throws: `cannotOpenDevice` with the reason.
    public func addDevice(path: String) throws(InputError) {
        var device: OpaquePointer?
        let refusal = callbacks.reasonForRefusal { device = Libinput.calls.path_add_device(pointer, path) }
        guard device == nil else { return }
        throw .cannotOpenDevice(path: path, refusal ?? Self.reasonForNotTrying(path))
    }

    /// Changes the options of a device from now on. Has no effect on a removed device.
    public func configure(_ device: DeviceID, _ configuration: DeviceConfiguration) {
        guard let device = translator.pointer(of: device) else { return }
        configuration.apply(to: device)
    }

    /// Sets the LEDs of a keyboard. Has no effect on a removed device.
    public func setLEDs(_ leds: KeyboardLEDs, on device: DeviceID) {
        guard let device = translator.pointer(of: device) else { return }
        Libinput.calls.device_led_update(device, leds.libinput)
    }

    private static func createForSeat(
        _ interface: UnsafeMutablePointer<libinput_interface>, _ callbacks: LibinputCallbacks
    ) -> OpaquePointer? {
        guard let udev = Libinput.calls.udev_new() else { return nil }
        // libinput retains its own reference.
        defer { _ = Libinput.calls.udev_unref(udev) }
        return Libinput.calls.udev_create_context(interface, callbacks.userData, udev)
    }

    /// The reason why libinput did not open a path after inspecting it.
    private static func reasonForNotTrying(_ path: String) -> DeviceFailure {
        access(path, F_OK) == 0 ? .notAnInputDevice : DeviceFailure(errno: errno)
    }

    private func added(_ device: inout InputEvent.Device, _ id: DeviceID, _ pointer: OpaquePointer) {
        present.insert(id)
        let configuration = configure(device)
        configuration.apply(to: pointer)
        if let name = configuration.outputName { device.outputName = name }
    }

    private func removed(_ id: DeviceID, _ device: OpaquePointer) {
        present.remove(id)
        if suspending.remove(id) != nil { return }
        switch kind {
        case .seat: break
        // Unplugged. Otherwise the next resume would look for it, fail, and open none of the other devices.
        case .paths: Libinput.calls.path_remove_device(device)
        }
    }
}

extension KeyboardLEDs {
    fileprivate var libinput: libinput_led {
        var leds: UInt32 = 0
        if contains(.numLock) { leds |= LIBINPUT_LED_NUM_LOCK.rawValue }
        if contains(.capsLock) { leds |= LIBINPUT_LED_CAPS_LOCK.rawValue }
        if contains(.scrollLock) { leds |= LIBINPUT_LED_SCROLL_LOCK.rawValue }
        return libinput_led(rawValue: leds)
    }
}
