// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput
internal import WaylandServer

/// Real input devices that are read by libinput in the compositor's event loop and assigned to its seats.
///
/// Clients see devices being added and removed. For seats with these devices only, create the compositor with
/// `SeatConfiguration.capabilities` empty. Release this object before the compositor is closed.
public final class HeadlessDevices {
    /// The router of the devices' events, with handlers for gestures and pens.
    public let router: DeviceRouter

    private let source: LibinputContext.Source
    private let context: LibinputContext
    private let reports: Reports
    private let compositor: HeadlessCompositor
    private var watch: DescriptorSource?

    /// Opens the devices and processes their pending events. Devices that cannot be used are reported, the others are
    /// used; `shortage` tells whether any is available.
    ///
    /// - Parameters:
    ///   - opener: opens the device files.
    ///   - seat: called for each device; returns its seat, or nil for none. The default is the first seat.
    ///   - configure: called for each device; returns its configuration, output and calibration.
    ///   - report: receives reports about added, removed and failed devices, and libinput's messages from `logLevel`
    ///     on.
    /// - Throws: `InputError.cannotStart` or `cannotTakeSeat`.
    public init(
        _ compositor: HeadlessCompositor, source: LibinputContext.Source, opener: DeviceOpener = .direct,
        seat: ((InputEvent.Device) -> Seat?)? = nil,
        configure: @escaping (InputEvent.Device) -> DeviceConfiguration = { _ in DeviceConfiguration() },
        logLevel: LibinputContext.LogLevel = .error, report: @escaping (DeviceReport) -> Void = { _ in }
    ) throws(InputError) {
        let reports = Reports(report)
        let contextSource: LibinputContext.Source =
            switch source {
            case .seat: source
            case .paths: .paths([])  // Opened one by one below, so that an unusable device does not stop the others.
            }
        context = try LibinputContext(
            contextSource, opener: opener, configure: configure, failed: reports.failed, logLevel: logLevel,
            log: { reports.message($0, $1) })
        router = DeviceRouter(compositor, seat: seat, report: report)
        self.source = source
        self.compositor = compositor
        self.reports = reports
        if case .paths(let paths) = source { for path in paths { add(path) } }
        dispatch()
        watch = compositor.display.eventLoop.watch(context.fileDescriptor, for: .readable) { [weak self] _ in
            self?.dispatch()
        }
    }

    deinit {
        for seat in compositor.seats { seat.keyboard.onLEDs = nil }
        router.removeAll()
    }

    /// The reason why no device is available; nil if there is one.
    public var shortage: DeviceShortage? {
        guard router.present.isEmpty else { return nil }
        if !reports.failures.isEmpty { return .nothingUsable(reports.failures) }
        return switch source {
        case .seat(let name): .nothingOnSeat(name)
        case .paths: .noPaths
        }
    }

    /// Processes pending events. The event loop calls it when there are some.
    public func dispatch() {
        do throws(InputError) {
            try context.dispatch { event in
                router.handle(event)
                if case .deviceAdded(let device) = event.content { lightLamps(for: device) }
            }
        } catch {
            reports.failed(error)
            watch = nil  // It would stay readable.
        }
    }

    /// Closes all devices, as on a switch to another session: clients see them removed, and their drags are cancelled.
    public func suspend() {
        context.suspend()
        dispatch()
    }

    /// Opens the devices again.
    /// - Throws: `InputError.cannotResume` if a device that was selected by its path is missing.
    public func resume() throws(InputError) {
        reports.failures = []
        try context.resume()
        dispatch()
    }

    /// Changes the configuration of a device.
    public func configure(_ device: DeviceID, _ configuration: DeviceConfiguration) {
        context.configure(device, configuration)
    }

    private func add(_ path: String) {
        reports.holdMessages()
        do throws(InputError) {
            try context.addDevice(path: path)
            reports.tellMessages()
        } catch {
            // libinput reports an invalid path as a bug of its caller; the own check gives a better message.
            if case .cannotOpenDevice(_, .notAnInputDevice) = error { reports.tellMessages() }
            reports.forgetMessages()
            reports.failed(error)
        }
    }

    /// Sets the LEDs of a new keyboard, and updates them afterwards.
    private func lightLamps(for device: InputEvent.Device) {
        guard device.capabilities.contains(.keyboard) else { return }
        for seat in compositor.seats {
            let follow = { [weak self, unowned seat] (leds: KeyboardLEDs) in
                guard let self else { return }
                for keyboard in router.keyboards(of: seat) { context.setLEDs(leds, on: keyboard) }
            }
            seat.keyboard.onLEDs = follow
            follow(seat.keyboard.leds)
        }
    }
}

/// The errors so far. Separate from the devices, since libinput reports errors while they are being opened.
private final class Reports {
    var failures: [InputError] = []
    private let report: (DeviceReport) -> Void
    /// Messages that are held back until it is known whether they are relevant.
    private var held: [DeviceReport]?

    init(_ report: @escaping (DeviceReport) -> Void) {
        self.report = report
    }

    func message(_ level: LibinputContext.LogLevel, _ text: String) {
        if held == nil { report(.message(level, text)) } else { held?.append(.message(level, text)) }
    }

    func holdMessages() { held = [] }

    func tellMessages() {
        let due = held ?? []
        held = nil
        for message in due { report(message) }
    }

    func forgetMessages() { held = nil }

    func failed(_ error: InputError) {
        failures.append(error)
        report(.failed(error))
    }
}
