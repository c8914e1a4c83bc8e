// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput
internal import WaylandServer

/// Real input devices, read by libinput in the compositor's event loop, that play its seats.
///
/// Clients see devices come and go. For seats that have nothing but their devices, make the compositor with
/// `SeatConfiguration.capabilities` empty. Let go of this object before the compositor is closed.
public final class HeadlessDevices {
    /// What the devices' events lead to; gestures and pens can be listened to there.
    public let router: DeviceRouter

    private let source: LibinputContext.Source
    private let context: LibinputContext
    private let reports: Reports
    private let compositor: HeadlessCompositor
    private var watch: DescriptorSource?

    /// Takes the devices and reads what there is. Devices that cannot be used are reported, the others play; `shortage`
    /// tells whether there is any.
    ///
    /// - Parameters:
    ///   - opener: who opens the devices' files.
    ///   - seat: asked for each device whose it is; nil for nobody's. The first seat's by default.
    ///   - configure: asked for each device how it is to behave, with its output and its calibration.
    ///   - report: told of devices that come, go or fail, and of libinput's messages from `logLevel` on.
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
            case .paths: .paths([])  // One by one below, so that one which cannot be used does not stop the others.
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

    /// Why there is no device; nil as long as there is one.
    public var shortage: DeviceShortage? {
        guard router.present.isEmpty else { return nil }
        if !reports.failures.isEmpty { return .nothingUsable(reports.failures) }
        return switch source {
        case .seat(let name): .nothingOnSeat(name)
        case .paths: .noPaths
        }
    }

    /// Plays what the devices have said. The event loop calls it whenever there is something.
    public func dispatch() {
        do throws(InputError) {
            try context.dispatch { event in
                router.handle(event)
                if case .deviceAdded(let device) = event.content { lightLamps(for: device) }
            }
        } catch {
            reports.failed(error)
            watch = nil  // It would be readable for ever.
        }
    }

    /// Lets go of all devices, as when the session is switched away: clients see them go, and what they dragged is
    /// cancelled.
    public func suspend() {
        context.suspend()
        dispatch()
    }

    /// Takes the devices again.
    /// - Throws: `InputError.cannotResume` if one that was named by its path is gone.
    public func resume() throws(InputError) {
        reports.failures = []
        try context.resume()
        dispatch()
    }

    /// Changes how a device behaves, found by what it says of itself.
    public func configure(_ device: DeviceID, _ configuration: DeviceConfiguration) {
        context.configure(device, configuration)
    }

    private func add(_ path: String) {
        reports.holdMessages()
        do throws(InputError) {
            try context.addDevice(path: path)
            reports.tellMessages()
        } catch {
            // libinput calls a path that leads nowhere our bug; what we know ourselves says more.
            if case .cannotOpenDevice(_, .notAnInputDevice) = error { reports.tellMessages() }
            reports.forgetMessages()
            reports.failed(error)
        }
    }

    /// A keyboard that comes shows the lamps that are lit, and all of them follow.
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

/// What went wrong so far. Apart from the devices, since libinput reports while they are still being taken.
private final class Reports {
    var failures: [InputError] = []
    private let report: (DeviceReport) -> Void
    /// Messages that are kept back until it is known whether they are worth telling.
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
