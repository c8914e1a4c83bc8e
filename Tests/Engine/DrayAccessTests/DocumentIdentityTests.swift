// SPDX-License-Identifier: MIT

import Bubblewrap
import DrayAccess
import DrayCore
import DrayTransfer
import Foundation
import Glibc
import ProgramLines
import TestTimeout
import Testing
import WaylandServer

/// WL-06: files are handed to the application of a process, and not to a later process with the same ID.
@Suite(.serialized, .enabled(if: DocumentPortal.isPossible && canConfine))
final class DocumentIdentityTests {
    private static let editor = "org.example.Editor"
    private let bus: AccessBus
    private let display: Display
    private let helper: AccessHelper
    private let portal: DocumentPortal
    private let sandbox: Lines
    /// The process in the sandbox.
    private let process: ProcessIdentity
    private let outcomes = Outcomes()

    private final class Outcomes {
        var isPortalThere = false
        var all: [UInt32: FileHandover.Outcome] = [:]
    }

    init() throws {
        bus = try AccessBus()
        display = try Display()
        let program = try #require(
            SideProgram.find("dray-access", named: "DRAY_ACCESS"), "dray-access is not in the tests' folder")
        let outcomes = outcomes
        helper = try #require(
            AccessHelper(program, environment: bus.environment, loop: display.eventLoop) { event in
                switch event {
                case .said(.handed(let number, let outcome)): outcomes.all[number] = outcome
                case .said(.documents(true)): outcomes.isPortalThere = true
                case .said, .ended: break
                }
            })
        portal = try DocumentPortal(on: bus)
        let info = bus.folder.appendingPathComponent("info").path
        try "[Application]\nname=\(Self.editor)\n".write(toFile: info, atomically: true, encoding: .utf8)
        sandbox = try Lines(
            [
                "/usr/bin/bwrap", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
                "/lib64", "--symlink", "usr/bin", "/bin", "--proc", "/proc", "--ro-bind", info, "/.flatpak-info",
                "--die-with-parent", "sh", "-c", "echo $$; exec sleep 1000",
            ], bus.environment)
        try sandbox.wait("the program") { !$0.isEmpty }
        let number = try #require(Int32(sandbox.lines[0]))
        let status = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        let fields = try #require(status.split(separator: ")").last).split(separator: " ")
        process = ProcessIdentity(number: number, start: try #require(UInt64(fields[19])))
    }

    /// Hands a file to a program. Returns the outcome and the resulting list.
    private func handOver(to target: FileHandover.Program, _ number: UInt32) throws -> (FileHandover.Outcome, String) {
        let file = bus.folder.appendingPathComponent("letter.txt").path
        try "what is in it".write(toFile: file, atomically: true, encoding: .utf8)
        let paths = ["list", "result"].map { bus.folder.appendingPathComponent("\($0)-\(number)").path }
        try "file://\(file)\r\n".write(toFile: paths[0], atomically: true, encoding: .utf8)
        let descriptors = [open(paths[0], O_RDONLY), open(paths[1], O_WRONLY | O_CREAT, 0o600)]
        defer { descriptors.forEach { close($0) } }
        let handover = FileHandover(number: number, form: .list, mayWrite: false, target: target, source: .free)
        #expect(helper.send(.hand(handover), descriptors))
        let deadline = ContinuousClock.now + .timeout(30)
        while outcomes.all[number] == nil, ContinuousClock.now < deadline { display.eventLoop.dispatch(timeout: 5) }
        return (try #require(outcomes.all[number]), try String(contentsOfFile: paths[1], encoding: .utf8))
    }

    @Test func processIsIdentifiedByItsSandbox() throws {
        let (outcome, list) = try handOver(to: .process(process), 1)
        #expect(outcome == .done && list.hasPrefix("file://\(portal.files)/"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: portal.files(of: Self.editor)).count == 1)
    }

    /// As if the ID had belonged to another process when the client connected.
    @Test func reusedProcessIDGetsNothing() throws {
        let earlier = ProcessIdentity(number: process.number, start: process.start - 1)
        for (number, target) in [(UInt32(1), FileHandover.Program.process(earlier)), (2, .unidentified)] {
            let (outcome, list) = try handOver(to: target, number)
            #expect(outcome == .none && list.isEmpty)
        }
        #expect((try? FileManager.default.contentsOfDirectory(atPath: portal.files(of: Self.editor))) ?? [] == [])
    }
}
