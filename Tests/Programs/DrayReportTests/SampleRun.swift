// SPDX-License-Identifier: MIT

import DrayCore
import Foundation

@testable import DrayReport

/// A sample of a real run: text dragged from one client to another, and one expectation that fails.
struct SampleRun {
    private(set) var trace: [TraceRecord] = []
    private(set) var pictures: [String: Data] = [:]
    private var time: UInt64 = 0

    init() {
        start()
        pickUp()
        carry()
        refuse()
        enter()
        drop()
        look()
    }

    var result: RunResult {
        RunResult(
            scenario: "Text from an editor to a note", file: "scenarios/text-to-note.yaml", trace: trace,
            realDuration: 148_200, versions: ["dray": "0.1.0", "libwayland": "1.21.0", "GTK": "4.8.3"])
    }

    /// Writes the pictures and all other files to a folder.
    func write(to folder: URL) throws {
        let run = try RunFolder(creating: folder)
        let writer = try TraceWriter(creating: run.trace)
        for record in trace { try writer.append(record) }
        for (name, data) in pictures { try data.write(to: folder.appendingPathComponent(name)) }
        try run.write(result, trace: trace)
    }

    // MARK: Events

    private mutating func start() {
        add(.client(TraceEvent.Client(client: "editor", change: .started(pid: 4211))))
        for index in 0..<9 { request("editor", "wl_registry", 2, "bind", [("name", "\(index + 1)")]) }
        request("editor", "xdg_toplevel", 14, "set_title", [("title", "Draft <script>alert(1)</script>")])
        add(.client(TraceEvent.Client(client: "note", change: .started(pid: 4212))))
        for index in 0..<7 { request("note", "wl_registry", 2, "bind", [("name", "\(index + 1)")]) }
        request("note", "xdg_toplevel", 12, "set_title", [("title", "Note")])
        step(1, "Start the editor and the note, side by side", line: 8)
        surfaceTraffic("editor")
        surfaceTraffic("note")
        output("editor", .stderr, "Gdk-Message: using the headless display")
        expectation("two windows are mapped", line: 11)
        picture("start", "Both windows are there", drag: nil)
    }

    private mutating func pickUp() {
        step(2, "Press on the selected words and move by 12 points", line: 13)
        event("editor", "wl_pointer", 9, "button", [("serial", "41"), ("button", "left"), ("state", "pressed")])
        engine(.event, "pressed", ["x": "150", "y": "120", "button": "left"], "The left button goes down at 150, 120")
        pass(milliseconds: 40)
        for index in 1...4 { event("editor", "wl_pointer", 9, "motion", [("x", "\(150 + index * 3)"), ("y", "120")]) }
        request("editor", "wl_data_device_manager", 6, "create_data_source", [("id", "wl_data_source#24")])
        request("editor", "wl_data_source", 24, "offer", [("mime_type", "text/html")])
        request("editor", "wl_data_source", 24, "offer", [("mime_type", "text/plain;charset=utf-8")])
        request("editor", "wl_data_source", 24, "set_actions", [("dnd_actions", "copy|move")])
        request(
            "editor", "wl_data_device", 7, "start_drag",
            [
                ("source", "wl_data_source#24"), ("origin", "wl_surface#15"), ("icon", "wl_surface#25"),
                ("serial", "41"),
            ])
        surfaceTraffic("editor")
        engine(
            .event, "dragStarted", ["source": "editor:24", "origin": "editor:15", "seat": "seat0"],
            "A drag begins, with two types and copy or move")
        engine(.effect, "showImage", ["hotspot": "8, 12", "opacity": "0.8"], "Shows the drag image under the pointer")
        pass(milliseconds: 60)
        picture("lifted", "The words are lifted", drag: (164, 124))
    }

    private mutating func carry() {
        step(3, "Carry them over the empty desk", line: 15)
        for index in 1...14 {
            pass(milliseconds: 8)
            engine(
                .event, "pointerMotion", ["x": "\(164 + index * 9)", "y": "\(124 + index * 14)"], "The pointer moves")
        }
        event("editor", "wl_data_source", 24, "target", [("mime_type", "nil")])
        event("editor", "wl_data_source", 24, "action", [("dnd_action", "none")])
        engine(.effect, "feedback", ["outcome": "notPossible"], "Shows that a drop is not possible here")
        expectation("the badge says that a drop is not possible", line: 16)
        picture("nowhere", "Over the desk: nothing takes it", drag: (290, 320))
    }

    private mutating func refuse() {
        step(4, "Move over the note's title bar, which takes nothing", line: 18)
        event("note", "wl_data_device", 5, "data_offer", [("id", "wl_data_offer#4278190080")])
        event("note", "wl_data_offer", 4_278_190_080, "offer", [("mime_type", "text/html")])
        event("note", "wl_data_offer", 4_278_190_080, "offer", [("mime_type", "text/plain;charset=utf-8")])
        event("note", "wl_data_offer", 4_278_190_080, "source_actions", [("source_actions", "copy")])
        event(
            "note", "wl_data_device", 5, "enter",
            [
                ("serial", "52"), ("surface", "wl_surface#11"), ("x", "24.5"), ("y", "6"),
                ("id", "wl_data_offer#4278190080"),
            ])
        request("note", "wl_data_offer", 4_278_190_080, "accept", [("serial", "52"), ("mime_type", "nil")])
        pass(milliseconds: 20)
    }

    private mutating func enter() {
        step(5, "Move on to its text area", line: 20)
        for index in 1...12 {
            pass(milliseconds: 8)
            engine(
                .event, "pointerMotion", ["x": "\(380 + index * 5)", "y": "\(100 + index * 8)"], "The pointer moves")
            event(
                "note", "wl_data_device", 5, "motion",
                [("time", "\(time / 1000)"), ("x", "\(24 + index * 5)"), ("y", "\(6 + index * 8)")])
        }
        request(
            "note", "wl_data_offer", 4_278_190_080, "accept",
            [("serial", "52"), ("mime_type", "text/plain;charset=utf-8")])
        request(
            "note", "wl_data_offer", 4_278_190_080, "set_actions",
            [("dnd_actions", "copy|move"), ("preferred_action", "move")])
        event("editor", "wl_data_source", 24, "target", [("mime_type", "text/plain;charset=utf-8")])
        event("note", "wl_data_offer", 4_278_190_080, "action", [("dnd_action", "copy")])
        event("editor", "wl_data_source", 24, "action", [("dnd_action", "copy")])
        engine(.effect, "feedback", ["outcome": "copy", "items": "1"], "Shows that a drop would copy")
        surfaceTraffic("note")
        expectation("a drop would copy", line: 21)
        picture("over-note", "Over the note: the plus says copy", drag: (450, 200))
    }

    private mutating func drop() {
        step(6, "Let go", line: 23)
        event("editor", "wl_data_source", 24, "dnd_drop_performed", [])
        event("note", "wl_data_device", 5, "drop", [])
        request(
            "note", "wl_data_offer", 4_278_190_080, "receive",
            [("mime_type", "text/plain;charset=utf-8"), ("fd", "fd")]
        )
        event("editor", "wl_data_source", 24, "send", [("mime_type", "text/plain;charset=utf-8"), ("fd", "fd")])
        output("editor", .stdout, "wrote 27 bytes as text/plain;charset=utf-8")
        pass(milliseconds: 31)
        add(.note(TraceEvent.Note(text: "27 bytes went from editor to note in 31 ms")))
        request("note", "wl_data_offer", 4_278_190_080, "finish", [])
        request("note", "wl_data_offer", 4_278_190_080, "destroy", [])
        event("editor", "wl_data_source", 24, "dnd_finished", [])
        engine(.effect, "land", ["x": "450", "y": "200"], "The image shrinks into the place of the drop")
        pass(milliseconds: 120)
        picture("landing", "It lands", drag: (450, 200))
    }

    private mutating func look() {
        step(7, "Look at what arrived", line: 26)
        surfaceTraffic("note")
        output("note", .stdout, "text: “Wayland is a protocol <b>&</b> more”")
        expectation("the editor still has its words", line: 27)
        expectation(
            "note prints “Wayland is a protocol”", line: 28, seen: "“Wayland is a protocol <b>&</b> more”")
        picture("end", "", drag: nil)
        add(.client(TraceEvent.Client(client: "editor", change: .exited(status: 0))))
        add(.client(TraceEvent.Client(client: "note", change: .killed(signal: 15))))
    }

    // MARK: Helpers

    private mutating func add(_ event: TraceEvent) {
        time += 137
        trace.append(TraceRecord(at: Instant(microseconds: time), event))
    }

    private mutating func pass(milliseconds: UInt64) {
        time += milliseconds * 1000
    }

    private mutating func step(_ index: Int, _ text: String, line: Int) {
        add(.step(TraceEvent.Step(index: index, text: text, line: line)))
    }

    private mutating func request(
        _ client: String, _ interface: String, _ object: UInt32, _ name: String, _ arguments: [(String, String)]
    ) {
        message(client, .request, interface, object, name, arguments)
    }

    private mutating func event(
        _ client: String, _ interface: String, _ object: UInt32, _ name: String, _ arguments: [(String, String)]
    ) {
        message(client, .event, interface, object, name, arguments)
    }

    private mutating func message(
        _ client: String, _ direction: TraceEvent.Message.Direction, _ interface: String, _ object: UInt32,
        _ name: String, _ arguments: [(String, String)]
    ) {
        add(
            .message(
                TraceEvent.Message(
                    client: client, direction: direction, interface: interface, object: object, name: name,
                    arguments: arguments.map { TraceEvent.Message.Argument(name: $0.0, value: $0.1) })))
    }

    private mutating func surfaceTraffic(_ client: String) {
        request(client, "wl_shm_pool", 18, "create_buffer", [("id", "wl_buffer#19"), ("width", "240")])
        request(client, "wl_surface", 15, "attach", [("buffer", "wl_buffer#19"), ("x", "0"), ("y", "0")])
        request(client, "wl_surface", 15, "damage_buffer", [("x", "0"), ("y", "0"), ("width", "240")])
        request(client, "wl_surface", 15, "frame", [("callback", "wl_callback#20")])
        request(client, "wl_surface", 15, "commit", [])
        event(client, "wl_buffer", 19, "release", [])
        event(client, "wl_callback", 20, "done", [("callback_data", "\(time / 1000)")])
    }

    private mutating func engine(
        _ flow: TraceEvent.Engine.Flow, _ name: String, _ fields: [String: String], _ text: String
    ) {
        add(.engine(TraceEvent.Engine(flow: flow, name: name, fields: fields, text: text)))
    }

    private mutating func output(_ client: String, _ stream: TraceEvent.Output.Stream, _ text: String) {
        add(.output(TraceEvent.Output(client: client, stream: stream, text: text)))
    }

    private mutating func expectation(_ text: String, line: Int, seen: String? = nil) {
        let outcome = seen.map { TraceEvent.Expectation.Outcome.failed(seen: $0) } ?? .held
        add(.expectation(TraceEvent.Expectation(text: text, outcome: outcome, line: line)))
    }

    private mutating func picture(_ name: String, _ caption: String, drag: (x: Int, y: Int)?) {
        pass(milliseconds: 16)
        var image = SamplePicture(width: 640, height: 400, colour: 0x4A6378)
        for (left, accent) in [(60, 0x2F62C9), (360, 0xB4510F)] as [(Int, UInt32)] {
            image.fill(x: left - 3, y: 63, width: 226, height: 216, colour: 0x000000, opacity: 0.18)
            image.fill(x: left, y: 60, width: 220, height: 210, colour: 0xFAFAF8)
            image.fill(x: left, y: 60, width: 220, height: 24, colour: 0xE3E3DF)
            image.fill(x: left + 8, y: 68, width: 60, height: 8, colour: accent)
            for line in 0..<6 {
                image.fill(x: left + 16, y: 100 + line * 22, width: 180 - line % 3 * 34, height: 8, colour: 0xC4C4C0)
            }
        }
        image.fill(x: 72, y: 116, width: 160, height: 20, colour: 0xBBD2FF)
        if let drag {
            image.fill(x: drag.x - 8, y: drag.y - 12, width: 130, height: 22, colour: 0x2F62C9, opacity: 0.72)
            image.fill(x: drag.x - 14, y: drag.y - 18, width: 14, height: 14, colour: 0x17754A)
        }
        pictures["\(name).png"] = image.png
        add(.picture(TraceEvent.PictureFile(file: "\(name).png", name: name, caption: caption)))
    }
}
