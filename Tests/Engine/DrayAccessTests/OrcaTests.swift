// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import Foundation
import HeadlessDesktop
import ProgramLines
import Repository
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer
import XServer

/// HIG-33: the speech of Orca during a drag, recorded by an output module of speech-dispatcher. Orca before 46 does not
/// support announcements, and says "notification" before each.
@Suite(.serialized) final class OrcaTests: SpokenDrag {
    private let display: XServer
    private let voice: Lines
    private let orca: Lines
    private let record: URL

    init() throws {
        let bus = try AccessBus()
        display = try XServer()

        record = bus.folder.appendingPathComponent("spoken")
        let settings = bus.folder.appendingPathComponent("speech")
        let socket = bus.folder.appendingPathComponent("speech.sock").path
        let module = Repository.clients + "/sd_record"
        let modules = settings.appendingPathComponent("modules")
        try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
        try Data().write(to: modules.appendingPathComponent("none.conf"))
        try """
        LogLevel 0
        LogDir "\(settings.path)"
        CommunicationMethod "unix_socket"
        SocketPath "\(socket)"
        AddModule "record" "\(module)" "none.conf"
        DefaultModule record
        """.write(to: settings.appendingPathComponent("speechd.conf"), atomically: true, encoding: .utf8)
        // Orca needs an X display to grab keys.
        let environment =
            bus.environment + [
                "SPEECHD_ADDRESS=unix_socket:\(socket)", "RECORD=\(record.path)", "DISPLAY=\(display.display)",
            ]
        voice = try Lines(
            [
                "/usr/bin/speech-dispatcher", "-s", "-t", "0", "-C", settings.path, "-P",
                settings.appendingPathComponent("pid").path,
            ], environment)
        let deadline = ContinuousClock.now + .timeout(30)
        while !FileManager.default.fileExists(atPath: socket), ContinuousClock.now < deadline { usleep(20_000) }
        try #require(FileManager.default.fileExists(atPath: socket), "speech-dispatcher does not listen")
        orca = try Lines(["/usr/bin/orca"], environment)
        try super.init(on: bus)
    }

    /// The texts spoken so far.
    private var spoken: [String] {
        let text = (try? String(contentsOf: record, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until the last text spoken by Orca contains this.
    private func hear(_ text: String) throws {
        let deadline = ContinuousClock.now + .timeout(60)
        while !(spoken.last?.contains(text) ?? false) {
            guard ContinuousClock.now < deadline else {
                throw AccessBus.Failure(description: "“\(text)” was not spoken; there is: \(spoken)")
            }
            fixture.compositor.dispatch(timeout: 5)
        }
    }

    @Test func orcaSpeaksCompleteDrag() throws {
        try hear("Screen reader on")
        _ = try bus.reader("on")
        speak()
        for outcome in ["Copied", "Cancelled"] {
            try begin()
            try hear("Picked up 1 item")
            try take()
            try hear("Over “target”, will copy")
            if outcome == "Copied" {
                try fixture.release()
                try fixture.settle()
                try hear("Dropped on “target”")
                let offer = try #require(target.dragOffer?.object)
                let read = target.receive("text/plain", from: offer)
                for _ in 0..<100 where read.poll() == .open { try fixture.settle() }
                offer.finish()
            } else {
                try fixture.key(1, .pressed)
                try fixture.key(1, .released)
            }
            try fixture.settle()
            try hear(outcome)
            try fixture.release()
        }
        // Each is spoken once: a screen reader that supports both ways must not receive both.
        #expect(spoken.count { $0.contains("Over “target”, will copy") } == 2, "\(spoken)")
        #expect(spoken.count { $0.contains("Dropped on “target”") } == 1, "\(spoken)")
    }
}
