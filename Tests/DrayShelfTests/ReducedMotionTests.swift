// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import dray_shelf

/// HIG-18: what desktops say of motion, by a bus and a portal of the test's own.
@Suite(.serialized) final class ReducedMotionTests {
    private let daemon = Child("/usr/bin/env", ["dbus-daemon", "--session", "--nofork", "--print-address"])
    private let portal: Child
    private let bus: BusConnection
    private var told: [Bool] = []

    init() throws {
        let address = try daemon.line { !$0.isEmpty }
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/portal.py").path
        portal = Child(
            "/usr/bin/python3", [program, "org.gnome.desktop.interface enable-animations false"],
            ["DBUS_SESSION_BUS_ADDRESS": address])
        _ = try portal.line { $0 == "ready" }
        bus = try #require(BusConnection(address: address))
    }

    /// Serves the bus until so much was told.
    private func wait(for wanted: [Bool]) {
        let deadline = ContinuousClock.now + .seconds(30)
        while told != wanted, ContinuousClock.now < deadline {
            var entry = pollfd(fd: bus.descriptor, events: bus.events, revents: 0)
            poll(&entry, 1, 50)
            bus.process()
        }
        #expect(told == wanted)
    }

    @Test func motionIsAsTheDesktopSays() throws {
        let motion = ReducedMotion(bus) { [unowned self] in told.append($0) }
        try withExtendedLifetime(motion) {
            wait(for: [true])
            try portal.write("org.gnome.desktop.interface enable-animations true")
            wait(for: [true, false])
            // Another key, another type.
            try portal.write("org.kde.kdeglobals.KDE AnimationDurationFactor '0'")
            wait(for: [true, false, true])
            try portal.write("org.kde.kdeglobals.KDE AnimationDurationFactor '0.5'")
            wait(for: [true, false, true, false])
            // What no portal says, and what is said of other things.
            try portal.write("lie")
            try portal.write("org.freedesktop.appearance reduced-motion 'x'")
            try portal.write("org.freedesktop.appearance reduced-motion <<uint32 1>>")
            wait(for: [true, false, true, false, true])
        }
    }
}

/// A program whose lines are read; it ends with this.
private final class Child {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    init(_ program: String, _ arguments: [String], _ environment: [String: String] = [:]) {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { Issue.record("\(program): \(error)") }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    func write(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// The next line that is so.
    func line(where isWanted: (String) -> Bool) throws -> String {
        while true {
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest = rest[rest.index(after: end)...]
                if isWanted(line) { return line }
            }
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "it has ended")
            rest += more
        }
    }
}
