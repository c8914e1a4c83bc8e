// SPDX-License-Identifier: MIT

import ArgumentParser
import CVirtualDevices
import DrayCore
import DrayInput
import DrayLibseat
import Foundation
import Glibc
import HeadlessDesktop
import Testing
import VirtualDevices
import WaylandServer

@testable import DrayPlay
@testable import dray

/// `dray serve --input libinput`, in this process: its messages about devices, and the opening of devices.
@Suite(.serialized) struct RealInputLineTests {
    @Test func devicesAreReportedWhenAddedAndRemoved() throws {
        let bench = try InputBench()
        let mouse = bench.machine.plug(.mouse)
        bench.take(.init(paths: [], seat: nil, opening: .direct, tapToClick: true))
        #expect(bench.lines.count == 1)
        #expect(bench.lines.first == "input: \"\(DeviceModel.mouse.name)\" (event0), pointer, on seat0")
        let keyboard = bench.machine.plug(.keyboard)
        bench.serve()
        #expect(bench.lines.last == "input: \"\(DeviceModel.keyboard.name)\" (event1), keyboard, on seat0")
        bench.machine.unplug(mouse)
        bench.serve()
        #expect(bench.lines.last == "input: \"\(DeviceModel.mouse.name)\" (event0) was removed from seat0")
        keyboard.press(KEY_A)
        bench.serve()
        #expect(bench.seat.keyboard.pressedKeys == [UInt32(KEY_A)])
        #expect(bench.seat.capabilities == .keyboard)
    }

    @Test func aRejectedDeviceIsReportedAndTheOthersWork() throws {
        let bench = try InputBench()
        let (mouse, keyboard) = (bench.machine.plug(.mouse), bench.machine.plug(.keyboard))
        bench.machine.refusals[keyboard.path] = .permissionDenied
        bench.take(.init(paths: [keyboard.path, mouse.path], seat: nil, opening: .direct, tapToClick: false))
        #expect(bench.lines.count == 2)
        #expect(bench.lines.first?.contains("\(keyboard.path) is not used: permission denied") ?? false)
        #expect(bench.seat.capabilities == .pointer)
    }

    @Test func withoutDevicesItSuggestsAlternatives() throws {
        let bench = try InputBench()
        bench.take(.init(paths: [], seat: "seat7", opening: .direct, tapToClick: false))
        #expect(bench.lines.count == 2)
        #expect(bench.lines.first?.contains("no input device on the seat \"seat7\"") ?? false)
        #expect(bench.lines.last?.contains("dray ctl") ?? false)
    }

    @Test func penButtonsFollowTheCommandLine() throws {
        let options = try InputOptions.parse([
            "--input", "libinput", "--pen-button", "upper=ctrl+shift", "--pen-button", "lower=none",
        ])
        #expect(options.real?.penButtons[0x14c] == .modifiers([.control, .shift]))
        #expect(options.real?.penButtons[0x14b] == PenButtonRole.none)
        for wrong in ["upper", "upper=", "thumb=left", "upper=ctrl+", "upper=Ctrl"] {
            #expect(PenButton(argument: wrong) == nil, "\(wrong)")
        }
        #expect(throws: (any Error).self) { try InputOptions.parse(["--tap"]) }
        #expect(throws: (any Error).self) {
            try InputOptions.parse(["--input", "libinput", "--seat", "seat0", "--device", "/dev/input/event0"])
        }
    }

    @Test func libseatIsAskedForDevices() throws {
        let bench = try InputBench()
        let mouse = bench.machine.plug(.mouse)
        bench.asking("noop") { $0.take(.init(paths: [], seat: nil, opening: .libseat, tapToClick: false)) }
        #expect(bench.lines.first?.contains("\(mouse.path) is not used: there is no such device") ?? false)
        #expect(bench.machine.opened.isEmpty, "libseat looked for it among the real files")
    }

    @Test func aMissingSeatIsReportedAndTheCompositorContinues() throws {
        let bench = try InputBench()
        bench.asking("nonsense") { $0.take(.init(paths: [], seat: nil, opening: .libseat, tapToClick: false)) }
        #expect(bench.lines.count == 1)
        #expect(bench.lines.first?.hasPrefix("input: no seat: libseat has no backend \"nonsense\"") ?? false)
    }

    /// The real seatd, which only root can start, and only if none is running.
    @Test(
        .enabled(
            if: geteuid() == 0 && access("/usr/sbin/seatd", X_OK) == 0 && access("/run/seatd.sock", F_OK) != 0))
    func theSeatIsDisabledAndEnabledAgain() throws {
        let bench = try InputBench()
        let seatd = try Seatd()
        // A client that waits for a seatd that is not running waits until the bench ends.
        defer { withExtendedLifetime(bench) { seatd.end() } }
        var other: SeatSession?
        try bench.asking("seatd") { bench in
            bench.take(.init(paths: [], seat: nil, opening: .libseat, tapToClick: false))
            other = try SeatSession()
        }
        try #require(other?.state == .away)
        // seatd numbers sessions from 0 if the seat has no terminals.
        bench.input?.session?.switchSession(to: 1)
        bench.serve { bench.lines.last?.contains("\"seat0\" is switched to another session") ?? false }
        while other?.state != .active { try other?.dispatch() }
        #expect(!bench.lines.contains { $0.contains("is back") })
        other = nil
        bench.serve { bench.lines.contains { $0 == "input: the seat \"seat0\" is back" } }
    }
}

/// A compositor with simulated devices, and the messages about them.
private final class InputBench {
    let machine = VirtualMachine()
    let compositor: HeadlessCompositor
    private(set) var input: RealInput?
    private(set) var lines: [String] = []

    init() throws {
        do {
            compositor = try HeadlessCompositor(
                HeadlessConfiguration(seats: [SeatConfiguration(capabilities: [])]))
        } catch {
            machine.end()
            throw error
        }
    }

    deinit {
        input = nil
        compositor.close()
        machine.end()
    }

    var seat: Seat { compositor.seats[0] }

    func take(_ options: RealInput.Options) {
        input = RealInput(compositor, options, direct: machine.opener) { [weak self] in self?.lines.append($0) }
    }

    /// Runs a closure while `LIBSEAT_BACKEND` selects libseat's backend. The environment is process-wide, so the caller
    /// must hold the machine.
    func asking(_ backend: String, _ body: (InputBench) throws -> Void) rethrows {
        setenv("LIBSEAT_BACKEND", backend, 1)
        defer { unsetenv("LIBSEAT_BACKEND") }
        try body(self)
    }

    /// Serves all pending events.
    func serve() {
        for _ in 0..<5 { compositor.dispatch(timeout: 0) }
    }

    /// Serves until a condition holds.
    func serve(until isSo: () -> Bool) {
        let deadline = Date(timeIntervalSinceNow: 20)
        while !isSo(), Date() < deadline { compositor.dispatch(timeout: 50) }
        #expect(isSo(), "\(lines)")
    }
}

/// A session manager for one test, on a seat without terminals.
private final class Seatd {
    private let process = Process()

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/seatd")
        process.arguments = ["-n", "1"]
        process.environment = ["SEATD_VTBOUND": "0"]
        let ready = Pipe()
        process.standardOutput = ready
        process.standardError = FileHandle.nullDevice
        try process.run()
        try #require(ready.fileHandleForReading.availableData == Data("\n".utf8), "seatd serves")
    }

    /// Sent SIGKILL, because it has inherited the signals that the tests block. It leaves its socket behind.
    func end() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        unlink("/run/seatd.sock")
    }
}
