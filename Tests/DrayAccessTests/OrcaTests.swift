// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayTransfer
import Foundation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandServer
import XServer

/// HIG-33: what Orca says of a drag, with its own voice: speech-dispatcher has an output module that writes down what it is to
/// speak. Orca before 46 knows no announcements, and says "notification" before each.
@Suite(.serialized, .timeLimit(.minutes(3))) final class OrcaTests {
    private let bus: AccessBus
    private let fixture: DragFixture
    private let source: DragClient
    private let target: DragClient
    private let sourceWindow: TestWindow
    private let display: XServer
    private let voice: Lines
    private let orca: Lines
    private let record: URL

    init() throws {
        bus = try AccessBus()
        fixture = try DragFixture()
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        _ = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
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
        let deadline = ContinuousClock.now + .seconds(30)
        while !FileManager.default.fileExists(atPath: socket), ContinuousClock.now < deadline { usleep(20_000) }
        try #require(FileManager.default.fileExists(atPath: socket), "speech-dispatcher does not listen")
        orca = try Lines(["/usr/bin/orca"], environment)
    }

    deinit { fixture.host.engine.fallSilent() }

    /// What was spoken so far.
    private var spoken: [String] {
        let text = (try? String(contentsOf: record, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until Orca has said that, and nothing after it.
    private func hear(_ text: String) throws {
        let deadline = ContinuousClock.now + .seconds(60)
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
        let program = try #require(
            SideProgram.find("dray-access", named: "DRAY_ACCESS"), "dray-access is not beside the tests")
        #expect(fixture.host.engine.speak(in: .english, environment: bus.environment, program: program))
        for outcome in ["Copied", "Cancelled"] {
            try fixture.startDrag(
                of: source, from: sourceWindow, at: Point(x: 50, y: 50),
                source: source.makeSource(types: ["text/plain"], actions: .copy))
            try hear("Picked up 1 item")
            try fixture.move(to: Point(x: 310, y: 20))
            try fixture.take(by: target, type: "text/plain", actions: .copy, preferred: .copy)
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
