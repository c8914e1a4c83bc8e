// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import Foundation
import HeadlessDesktop
import ProgramLines
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer
import XServer

/// HIG-33: what Orca says of a drag, with its own voice: speech-dispatcher has an output module that writes down what it is to
/// speak. Orca before 46 knows no announcements, and says "notification" before each.
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
        let module = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/sd_record").path
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
        // Orca wants a display, whatever kind it is, to ask for keys.
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

    /// What was spoken so far.
    private var spoken: [String] {
        let text = (try? String(contentsOf: record, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until Orca has said that, and nothing after it.
    private func hear(_ text: String) throws {
        let deadline = ContinuousClock.now + .timeout(60)
        while !(spoken.last?.contains(text) ?? false) {
            guard ContinuousClock.now < deadline else {
                throw AccessBus.Failure(description: "“\(text)” was not spoken; there is: \(spoken)")
            }
            fixture.compositor.dispatch(timeout: 5)
        }
    }

    @Test func orcaSpeaksAWholeDrag() throws {
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
        // Each once: a screen reader that knows both ways must not hear both.
        #expect(spoken.count { $0.contains("Over “target”, will copy") } == 2, "\(spoken)")
        #expect(spoken.count { $0.contains("Dropped on “target”") } == 1, "\(spoken)")
    }
}
