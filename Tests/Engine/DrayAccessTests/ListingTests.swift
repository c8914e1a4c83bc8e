// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayTransfer
import Foundation
import Glibc
import ProgramLines
import Repository
import TestTimeout
import Testing
import WaylandServer

/// HIG-33: the objects of applications are listed in bounded time and memory, whatever the applications answer.
@Suite(.serialized) final class ListingTests {
    private let bus: AccessBus
    private let display: Display
    private let helper: AccessHelper
    private let words = Words()
    private var last: UInt32 = 0

    private final class Words {
        var all: [AccessWord] = []
    }

    init() throws {
        bus = try AccessBus()
        display = try Display()
        let program = try #require(
            SideProgram.find("dray-access", named: "DRAY_ACCESS"), "dray-access is not in the tests' folder")
        let words = words
        let started = AccessHelper(program, environment: bus.environment, loop: display.eventLoop) { event in
            if case .said(let word) = event { words.all.append(word) }
        }
        helper = try #require(started)
    }

    private func liar(_ arguments: String...) throws -> Lines {
        let program = Repository.clients + "/liar.py"
        let liar = try Lines(["/usr/bin/python3", program] + arguments, bus.environment)
        try liar.wait("the application") { $0.contains("ready") }
        return liar
    }

    private func ask(about process: Int32, milliseconds: UInt32 = 1000, _ depth: AccessRequest.ListDepth = .names)
        -> UInt32
    {
        last += 1
        #expect(helper.send(.list(number: last, process: process, milliseconds: milliseconds, depth)))
        return last
    }

    /// Waits for the end of a list.
    private func end(of list: UInt32) throws -> (isThere: Bool, isPartial: Bool, seconds: Double) {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(20) {
            for case .done(list, let isThere, let isPartial) in words.all {
                return (isThere, isPartial, (ContinuousClock.now - start) / .seconds(1))
            }
            display.eventLoop.dispatch(timeout: 5)
        }
        throw AccessBus.Failure(description: "the list did not end")
    }

    private func objects(of list: UInt32) -> [AccessObject] {
        words.all.compactMap { if case .object(list, let object) = $0 { object } else { nil } }
    }

    @Test func millionChildrenAreTruncated() throws {
        let liar = try liar()
        let list = ask(about: liar.processID)
        let end = try end(of: list)
        #expect(end.isThere && end.isPartial)
        #expect(end.seconds < 3)
        let objects = objects(of: list)
        #expect(objects.count > 1 && objects.count <= 2000)
        #expect(objects.first?.name == "Lies")
        #expect(objects.allSatisfy { $0.name.utf8.count <= 1000 })
        #expect(try kilobytes <= 4096)
        // None of the objects has a visible position.
        let window = AccessWindow(
            title: "Lies", surface: Size(width: 100, height: 100),
            geometry: Rectangle(x: 0, y: 0, width: 100, height: 100), isActive: true)
        #expect(try AccessTree(objects: objects).places(in: window) == [])
    }

    /// Two thousand objects, each with a text of the maximum length.
    @Test func longTextsAreNotRetained() throws {
        let liar = try liar("texts")
        let list = ask(about: liar.processID, milliseconds: 10_000, .texts)
        #expect(try end(of: list).isThere)
        let texts = words.all.count { if case .text(list, _, let text) = $0 { text.utf8.count == 3900 } else { false } }
        #expect(texts > 1000, "\(texts)")
        #expect(try kilobytes <= 8192)
    }

    @Test func textsAreReadOnlyOnRequest() throws {
        let liar = try liar("texts")
        let list = ask(about: liar.processID)
        #expect(try end(of: list).isThere)
        #expect(!objects(of: list).isEmpty)
        #expect(!words.all.contains { if case .text = $0 { true } else { false } })
    }

    /// The connection is closed with the screen reader, and pending calls on it are never answered.
    @Test func screenReaderTurnedOffDuringListsLeaksNothing() throws {
        let reader = try bus.reader("on")
        let liar = try liar()
        var counts = (on: 1, off: 0)
        for _ in 0..<12 {
            let list = ask(about: liar.processID)
            let deadline = ContinuousClock.now + .timeout(10)
            while objects(of: list).count < 50, ContinuousClock.now < deadline {
                display.eventLoop.dispatch(timeout: 5)
            }
            reader.tell("off")
            counts.off += 1
            _ = try end(of: list)
            words.all = []
            reader.tell("on")
            counts.on += 1
            try reader.wait("the commands") { lines in
                lines.count { $0 == "ok on" } == counts.on && lines.count { $0 == "ok off" } == counts.off
            }
        }
        #expect(try kilobytes <= 4096)
    }

    /// The peak private memory of the helper in KiB, without its libraries, whose size differs between Debian releases.
    private var kilobytes: Int {
        get throws {
            let process = try #require(helper.processID)
            let lines = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
            func value(_ name: String) throws -> Int {
                let line = try #require(lines.first { $0.hasPrefix(name) })
                return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first)
            }
            return try value("VmHWM:") - value("RssFile:")
        }
    }

    @Test func hangingApplicationDoesNotDelayOthers() throws {
        let hanging = try liar()
        let other = try liar()
        kill(hanging.processID, SIGSTOP)
        let lists = (ask(about: hanging.processID), ask(about: 1), ask(about: other.processID))
        // No application has this process ID, which is determined without asking any.
        let none = try end(of: lists.1)
        #expect(!none.isThere && !none.isPartial && none.seconds < 0.9)
        let hung = try end(of: lists.0)
        #expect(hung.isPartial && hung.seconds < 3)
        #expect(try end(of: lists.2).isThere)
        #expect(objects(of: lists.2).count > 1)
        #expect(objects(of: lists.0).isEmpty)
    }

    private static let proxy = "/usr/bin/xdg-dbus-proxy", confiner = "/usr/bin/bwrap"
    nonisolated static var canConfine: Bool { access(proxy, X_OK) == 0 && access(confiner, X_OK) == 0 }

    /// As in Flatpak: the program, and the proxy through which it is on the bus, are in sandboxes with the same
    /// instance ID. The bus reports the proxy's process, while the compositor knows the program's.
    @Test(.enabled(if: canConfine)) func sandboxedProgramIsIdentifiedByItsSandbox() throws {
        let folder = bus.folder.path
        let clients = Repository.clients
        let asked = try Lines(
            [
                "/usr/bin/dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus",
                "org.a11y.Bus.GetAddress",
            ], bus.environment)
        try asked.wait("the address") { $0.contains { $0.contains("unix:") } }
        let line = try #require(asked.lines.first { $0.contains("unix:") })
        let address = try #require(line.split(separator: "\"").dropFirst().first)
        var programs: [Lines] = []
        defer { for program in programs { program.end() } }
        var outside: [Int32] = []
        for instance in ["4711", "4712"] {
            let info = "\(folder)/info-\(instance)", socket = "\(folder)/proxy-\(instance)"
            try "[Application]\nname=org.example.Liar\n\n[Instance]\ninstance-id=\(instance)\n"
                .write(toFile: info, atomically: true, encoding: .utf8)
            let sandbox = [
                Self.confiner, "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin",
                "--symlink",
                "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--bind",
                folder,
                folder, "--ro-bind", info, "/.flatpak-info",
            ]
            let registry = "--call=org.a11y.atspi.Registry=org.a11y.atspi.Socket."
            programs.append(
                try Lines(
                    sandbox + [
                        "--", Self.proxy, "--fd=1", String(address), socket, "--filter", "--sloppy-names",
                        "\(registry)Embed@/org/a11y/atspi/accessible/root",
                        "\(registry)Unembed@/org/a11y/atspi/accessible/root",
                    ], bus.environment))
            try wait("the proxy") { access(socket, R_OK) == 0 }
            let program = try Lines(
                ["/bin/sh", "-c", "exec \"$@\" 3>&1", "sh"] + sandbox + [
                    "--unshare-pid", "--as-pid-1", "--info-fd", "3", "--ro-bind", clients, clients, "--setenv",
                    "AT_SPI_BUS_ADDRESS", "unix:path=\(socket)", "--", "/usr/bin/python3", "\(clients)/liar.py",
                ], bus.environment)
            programs.append(program)
            try program.wait("the application") { $0.contains("ready") }
            let line = try #require(program.lines.first { $0.contains("child-pid") })
            outside.append(try #require(Int32(line.filter(\.isNumber))))
        }
        for process in outside {
            let list = ask(about: process)
            #expect(try end(of: list).isThere)
            #expect(objects(of: list).count { $0.name == "Lies" && $0.parent == nil } == 1, "only its own")
        }
    }

    private func wait(_ what: String, until holds: () -> Bool) throws {
        let start = ContinuousClock.now
        while !holds() {
            guard ContinuousClock.now - start < .seconds(20) else {
                throw AccessBus.Failure(description: "timeout: \(what)")
            }
            display.eventLoop.dispatch(timeout: 5)
        }
    }

    @Test func listsBeyondTheLimitEndAtOnce() throws {
        let hanging = try liar()
        kill(hanging.processID, SIGSTOP)
        let lists = (0..<40).map { _ in ask(about: hanging.processID) }
        for list in lists { #expect(try end(of: list).seconds < 3) }
    }
}
