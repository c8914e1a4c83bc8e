// SPDX-License-Identifier: MIT

import Foundation
import TestClients
import Testing
import WaylandClient
import WaylandUtil

@testable import DrayPlay

/// `dray serve` with other programs that control its pointer and keyboard.
@Suite struct VirtualServeTests {
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/wtype")))
    func wtypeTypesIntoAWindow() throws {
        let ground = try Playground()
        let script = """
            import gi
            gi.require_version("Gtk", "4.0")
            from gi.repository import Gtk
            def show(app):
                entry = Gtk.Entry()
                entry.connect("changed", lambda entry: print("text:", entry.get_text(), flush=True))
                window = Gtk.ApplicationWindow(application=app, title="Entry", child=entry)
                window.present()
            app = Gtk.Application(application_id="org.example.Entry")
            app.connect("activate", show)
            app.run([])
            """
        let served = try Served(ground, ["--", "/usr/bin/python3", try ground.write("entry.py", script)])
        // Keys are lost until GTK has bound the keyboard.
        for _ in 0..<200 where !served.server.text.contains("text: a") {
            try served.ctl("key", "a")
            _ = served.server.waitFor("text: a", seconds: 0.1)
        }
        try #require(served.server.text.contains("text: a"))
        let typing = Process()
        typing.executableURL = URL(fileURLWithPath: "/usr/bin/wtype")
        typing.arguments = ["Grüße, 5 €"]
        typing.environment = ["WAYLAND_DISPLAY": served.display, "LC_ALL": "C.UTF-8"]
        try typing.run()
        #expect(served.server.waitFor("aGrüße, 5 €"), "\(served.server.text)")
        typing.waitUntilExit()
        #expect(typing.terminationStatus == 0)
        try served.ctl("quit")
        #expect(served.server.wait().status == 0)
    }

    @Test func aDragByAVirtualPointerIsRecordedAndPlaysAgain() throws {
        let ground = try Playground()
        let recording = ground.path("recording.yaml")
        let client = "\(RealClients.folder)/gtk4-dnd.py"
        let served = try Served(
            ground,
            ["run", "--record", recording, "--", "/usr/bin/python3", client, "--role", "source", "--title", "S"],
            as: [])
        try served.ctl("start", "/usr/bin/python3", client, "--role", "target", "--title", "T")
        try #require(served.server.waitFor("\"title\": \"S\"") && served.server.waitFor("\"title\": \"T\""))
        try served.ctl("place", "S", "20", "20")
        try served.ctl("place", "T", "500", "20")

        let hand = try Hand(served.display)
        try hand.move(to: 160, 120)
        try hand.button(.pressed)
        try drawOff(hand, in: served)
        for step in UInt32(1)...20 { try hand.move(to: 200 + step * 22, 120 + step) }
        try #require(served.server.waitFor("drag-enter"))
        try #require(served.server.waitFor("\"action\": \"copy\""))
        try hand.button(.released)
        try #require(served.server.waitFor("drag-end"))
        try served.ctl("quit")
        #expect(served.server.wait().status == 0)

        let text = try String(contentsOfFile: recording, encoding: .utf8)
        #expect(text.contains("- pointer: {press: left}"), "\(text)")
        #expect(text.contains("- expect: {action: copy, result: finished}"), "\(text)")
        let played = try ground.dray("run", "-o", ground.path("again"), recording)
        #expect(played.status == 0, "\(played.output)\n\(text)")
    }

    /// Moves the pointer until the application starts a drag: GTK 4.18 requires a motion in a later frame.
    private func drawOff(_ hand: Hand, in served: borrowing Served) throws {
        for step in UInt32(1)...20 { try hand.move(to: 160 + step * 2, 120) }
        for step in UInt32(0)..<200 where !served.server.text.contains("drag-begin") {
            try hand.move(to: 200 + step % 2, 120)
            _ = served.server.waitFor("drag-begin", seconds: 0.1)
        }
        try #require(served.server.text.contains("drag-begin"))
    }

    @Test func aPointerRemovedDuringADragIsRecordedAsItsEnd() throws {
        let ground = try Playground()
        let recording = ground.path("recording.yaml")
        let client = "\(RealClients.folder)/gtk4-dnd.py"
        let served = try Served(
            ground, ["--record", recording, "--", "/usr/bin/python3", client, "--role", "source", "--title", "S"])
        try #require(served.server.waitFor("\"title\": \"S\""))
        try served.ctl("place", "S", "20", "20")
        do {
            let hand = try Hand(served.display)
            try hand.move(to: 160, 120)
            try hand.button(.pressed)
            try drawOff(hand, in: served)
            // The toolkit prints this before the compositor has received the request.
            try served.waitForDrag()
            try hand.move(to: 600, 400)
        }
        try #require(served.server.waitFor("drag-end"))
        try served.ctl("quit")
        #expect(served.server.wait().status == 0)
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        #expect(text.contains("- key: {tap: Escape}"), "\(text)")
        #expect(text.contains("- expect: {result: cancelled}"), "\(text)")
        let played = try ground.dray("run", "-o", ground.path("again"), recording)
        #expect(played.status == 0, "\(played.output)\n\(text)")
    }

    @Test func itOffersProtocolsForToolsAndReportsMissingDevices() throws {
        let ground = try Playground()
        let served = try Served(ground, ["--input", "libinput", "--device", "/dev/input/event999"])
        let lines = served.server.text.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("input: the input device /dev/input/event999 is not used: ") })
        #expect(lines.contains("input: no device can be used"))
        let connection = try Connection(to: served.display)
        let globals = GlobalList(connection)
        try connection.roundtrip()
        #expect(globals.bind(ZwlrVirtualPointerManagerV1.self) != nil)
        #expect(globals.bind(ZwpVirtualKeyboardManagerV1.self) != nil)
        let seat = try #require(globals.bind(WlSeat.self))
        let seen = Seen()
        seat.onEvent { event in
            if case .capabilities(let capabilities) = event { seen.capabilities = capabilities }
        }
        try connection.roundtrip()
        #expect(seen.capabilities == [])
        try served.ctl("move", "30", "40")
        try connection.roundtrip()
        #expect(seen.capabilities == .pointer, "a command's pointer comes with the first command")
        try served.ctl("quit")
        #expect(served.server.wait().status == 0)
    }
}

private final class Seen {
    var capabilities: WlSeat.Capability?
}

/// A `dray serve` that has printed its sockets.
private struct Served {
    let server: Command
    /// The path of its Wayland socket.
    let display: String
    private let socket: String

    init(_ ground: borrowing Playground, _ arguments: [String], as command: [String] = ["serve"]) throws {
        setenv("XDG_RUNTIME_DIR", "", 1)
        server = try ground.start(command + arguments)
        try #require(server.waitFor("DRAY_SOCKET="), "\(server.text)")
        let line = server.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") }
        socket = String(try #require(line).dropFirst("DRAY_SOCKET=".count))
        display = String(socket.dropLast(ServeSession.socketSuffix.count))
        self.ground = ground.folder
    }

    private let ground: URL

    /// Waits until the compositor reports that a drag is in progress.
    func waitForDrag() throws {
        let end = Date(timeIntervalSinceNow: 20)
        while !(try ctl("state").contains("drag: under way")) { try #require(Date() < end) }
    }

    /// Runs a command, and returns its answer.
    @discardableResult
    func ctl(_ words: String...) throws -> String {
        let file = ground.appendingPathComponent("ctl-\(UUID().uuidString)").path
        let outcome = try Command(["ctl", "--socket", socket] + words, output: file, errors: file + "-errors").wait()
        try #require(outcome.status == 0, "\(words): \(outcome.errors)")
        return outcome.output
    }
}

/// A program that controls a virtual pointer.
private struct Hand {
    private let connection: Connection
    private let pointer: ZwlrVirtualPointerV1

    init(_ display: String) throws {
        connection = try Connection(to: display)
        let globals = GlobalList(connection)
        try connection.roundtrip()
        pointer = try #require(globals.bind(ZwlrVirtualPointerManagerV1.self)).createVirtualPointer(seat: nil)
        try connection.roundtrip()
    }

    func move(to x: UInt32, _ y: UInt32) throws {
        pointer.motionAbsolute(time: 0, x: x, y: y, xExtent: 1280, yExtent: 720)
        pointer.frame()
        try connection.roundtrip()
    }

    func button(_ state: WlPointer.ButtonState) throws {
        pointer.button(time: 0, button: 0x110, state: state)
        pointer.frame()
        try connection.roundtrip()
    }
}
