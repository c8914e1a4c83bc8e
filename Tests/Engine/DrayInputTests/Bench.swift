// SPDX-License-Identifier: MIT

import DrayCore
import DrayInput
import Glibc
import Testing
import VirtualDevices

/// All suites that use virtual devices. There is one virtual machine per process, so they are serialized.
@Suite(.serialized)
enum LibinputTests {}

/// A virtual machine with a libinput context on it, and all events of the context.
final class Bench {
    let machine: VirtualMachine
    private(set) var events: [InputEvent] = []
    private let reports = Reports()
    private var context: LibinputContext?

    /// Separate from the bench, since libinput still logs while the bench is destroyed.
    private final class Reports {
        var failures: [InputError] = []
        var log: [String] = []
    }

    init(at start: Instant = Instant(microseconds: 10_000_000)) {
        machine = VirtualMachine(at: start)
    }

    deinit {
        context = nil
        machine.end()
    }

    /// Creates the context and reads the pending events.
    func open(
        _ source: LibinputContext.Source = .seat("seat0"), logLevel: LibinputContext.LogLevel = .error,
        configure: @escaping (InputEvent.Device) -> DeviceConfiguration = { _ in DeviceConfiguration() }
    ) throws {
        context = try LibinputContext(
            source, opener: machine.opener, configure: configure,
            failed: { [reports] in reports.failures.append($0) },
            logLevel: logLevel, log: { [reports] in reports.log.append("\($0): \($1)") })
        try settle()
    }

    var input: LibinputContext {
        get throws { try #require(context) }
    }

    var failures: [InputError] { reports.failures }
    var log: [String] { reports.log }

    /// Advances time from timer to timer.
    func pass(milliseconds: UInt64) throws {
        try machine.advance(microseconds: milliseconds * 1000) { try settle() }
    }

    /// Reads until nothing is readable.
    func settle() throws {
        let context = try input
        repeat {
            try context.dispatch { events.append($0) }
        } while isReadable(context.fileDescriptor)
    }

    /// Returns the events since the previous call.
    func takeEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }
}

extension [InputEvent] {
    /// The contents of the events, without times and devices.
    var contents: [InputEvent.Content] { map(\.content) }

    /// One line for each event, with every digit.
    var transcript: String { map { "\($0)" }.joined(separator: "\n") }

    var devices: [InputEvent.Device] {
        contents.compactMap { if case .deviceAdded(let device) = $0 { device } else { nil } }
    }

    var motions: [InputEvent.PointerMotion] {
        contents.compactMap { if case .pointerMotion(let motion) = $0 { motion } else { nil } }
    }

    var buttons: [InputEvent.Button] {
        contents.compactMap { if case .button(let button) = $0 { button } else { nil } }
    }

    var scrolls: [InputEvent.Scroll] {
        contents.compactMap { if case .scroll(let scroll) = $0 { scroll } else { nil } }
    }

    var touches: [InputEvent.Touch] {
        contents.compactMap { if case .touch(let touch) = $0 { touch } else { nil } }
    }

    var pens: [InputEvent.Pen] {
        contents.compactMap { if case .pen(let pen) = $0 { pen } else { nil } }
    }

    var gestures: [InputEvent.Gesture] {
        contents.compactMap { if case .gesture(let gesture) = $0 { gesture } else { nil } }
    }

    var keys: [InputEvent.Key] {
        contents.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }
}
