// SPDX-License-Identifier: MIT

import Foundation
import ProgramLines
import TestTimeout
import Testing

@testable import dray_shelf

/// HIG-18: what desktops say of motion, by a bus and a portal of the test's own.
@Suite(.serialized) final class ReducedMotionTests {
    private let daemon: Lines
    private let portal: Lines
    private let bus: BusConnection
    private var told: [Bool] = []

    init() throws {
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        daemon = try Lines(["/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address"], environment)
        try daemon.wait("the address of the bus") { $0.contains { !$0.isEmpty } }
        let address = try #require(daemon.lines.first { !$0.isEmpty })
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/portal.py").path
        portal = try Lines(
            ["/usr/bin/python3", program, "org.gnome.desktop.interface enable-animations false"],
            environment.filter { !$0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=") } + ["DBUS_SESSION_BUS_ADDRESS=\(address)"])
        try portal.wait("the portal's name") { $0.contains("ready") }
        bus = try #require(BusConnection(address: address))
    }

    /// Serves the bus until so much was told.
    private func wait(for wanted: [Bool]) {
        let deadline = ContinuousClock.now + .timeout(30)
        while told != wanted, ContinuousClock.now < deadline {
            var entry = pollfd(fd: bus.descriptor, events: bus.events, revents: 0)
            poll(&entry, 1, 50)
            bus.process()
        }
        #expect(told == wanted)
    }

    @Test func motionIsAsTheDesktopSays() {
        let motion = ReducedMotion(bus) { [unowned self] in told.append($0) }
        withExtendedLifetime(motion) {
            wait(for: [true])
            portal.tell("org.gnome.desktop.interface enable-animations true")
            wait(for: [true, false])
            // Another key, another type.
            portal.tell("org.kde.kdeglobals.KDE AnimationDurationFactor '0'")
            wait(for: [true, false, true])
            portal.tell("org.kde.kdeglobals.KDE AnimationDurationFactor '0.5'")
            wait(for: [true, false, true, false])
            // What no portal says, and what is said of other things.
            portal.tell("lie")
            portal.tell("org.freedesktop.appearance reduced-motion 'x'")
            portal.tell("org.freedesktop.appearance reduced-motion <<uint32 1>>")
            wait(for: [true, false, true, false, true])
        }
    }
}
