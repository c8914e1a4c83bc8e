// SPDX-License-Identifier: MIT

import CLibinput
public import DrayCore
import Glibc

/// The input devices of a seat, read by libinput: one `struct libinput`.
///
/// Put `fileDescriptor` into an event loop and call `dispatch` whenever it is readable, and once right after the context
/// was made. Belongs to one thread.
public final class LibinputContext {
    /// Owned: one reference.
    private let pointer: OpaquePointer
    /// Owned; libinput keeps the address.
    private let interface: UnsafeMutablePointer<libinput_interface>
    private let callbacks: LibinputCallbacks
    private let translator = LibinputTranslator()
    private let kind: Kind
    private let configure: (InputEvent.Device) -> DeviceConfiguration
    /// Devices that are closed by a suspension, and whose removal was not yet told.
    private var suspending: Set<DeviceID> = []
    private var present: Set<DeviceID> = []

    /// Where the devices come from.
    public enum Source: Equatable, Sendable {
        /// All that udev has for a seat, such as `seat0`; devices come and go as they are plugged in.
        case seat(String)
        /// These and no others, such as `/dev/input/event7`.
        case paths([String])
    }

    /// How much a message of libinput's matters.
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
    ///   - source: which devices.
    ///   - opener: who opens them.
    ///   - configure: asked for each device, before it is told to the handler.
    ///   - failed: told of each device of a *seat* that cannot be opened, now or later; the others are used.
    ///   - logLevel: messages below this are not put together at all.
    ///   - log: gets libinput's messages, a line each.
    /// - Throws: `noLibrary`, `cannotStart`, `cannotTakeSeat`, and for the first of `paths` that cannot be used,
    ///   `cannotOpenDevice`.
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

        // From here on `deinit` cleans up.
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

    /// Readable whenever `dispatch` has something to do. Owned by the context; never read it, never close it.
    public var fileDescriptor: Int32 { Libinput.calls.get_fd(pointer) }

    /// Hands out everything that happened, in order, and returns without waiting.
    ///
    /// A device that is gone is told of by `deviceRemoved` alone: what it held down was not released by anybody.
    ///
    /// The handler may suspend the context or change devices; it may not call `dispatch`.
    ///
    /// - Throws: `cannotRead`, after whatever could be read was handed out.
    public func dispatch(_ handler: (InputEvent) -> Void) throws(InputError) {
        let status = Libinput.calls.dispatch(pointer)
        // libinput lets go of what a device held just before it says that the device is gone. Nobody meant that: a mouse
        // that is unplugged must not drop what it drags.
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

    /// Closes all devices, as when the session is switched away. The next `dispatch` tells of each that it is removed.
    public func suspend() {
        suspending.formUnion(present)
        Libinput.calls.suspend(pointer)
    }

    /// Opens the devices again. The next `dispatch` tells of each as of a new one.
    ///
    /// - Throws: `cannotResume` for devices by path, one of which is gone. Those of a seat are reported one by one.
    public func resume() throws(InputError) {
        guard Libinput.calls.resume(pointer) == 0 else { throw .cannotResume }
    }

    /// Opens one more device. Only for a context made of `paths`.
    ///
    /// - Throws: `cannotOpenDevice` with the reason.
    public func addDevice(path: String) throws(InputError) {
        var device: OpaquePointer?
        let refusal = callbacks.reasonForRefusal { device = Libinput.calls.path_add_device(pointer, path) }
        guard device == nil else { return }
        throw .cannotOpenDevice(path: path, refusal ?? Self.reasonForNotTrying(path))
    }

    /// Changes how a device behaves, from now on. Does nothing for a device that is gone.
    public func configure(_ device: DeviceID, _ configuration: DeviceConfiguration) {
        guard let device = translator.pointer(of: device) else { return }
        configuration.apply(to: device)
    }

    /// Lights these lamps of a keyboard, and puts the others out. Does nothing for a device that is gone.
    public func setLEDs(_ leds: KeyboardLEDs, on device: DeviceID) {
        guard let device = translator.pointer(of: device) else { return }
        Libinput.calls.device_led_update(device, leds.libinput)
    }

    private static func createForSeat(
        _ interface: UnsafeMutablePointer<libinput_interface>, _ callbacks: LibinputCallbacks
    ) -> OpaquePointer? {
        guard let udev = Libinput.calls.udev_new() else { return nil }
        // libinput takes a reference of its own.
        defer { _ = Libinput.calls.udev_unref(udev) }
        return Libinput.calls.udev_create_context(interface, callbacks.userData, udev)
    }

    /// libinput looks at a path before it opens it.
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
        // Unplugged: libinput would look for it again at the next resume, and give up on all the others.
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
