// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Testing

@testable import DrayReport

@Suite struct ReportTests {
    /// A full disk or a missing folder is reported with the system's error message, and no partial file is left.
    @Test func writeFailuresCarryTheSystemsMessage() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dray-\(UUID().uuidString)")
        let place = ReportPlace(folder.appendingPathComponent("report.html"))
        #expect(throws: FileFailure(path: place.path, reason: "No such file or directory")) {
            try place.write(Data("page".utf8))
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for text in ["page", "another"] {
            try place.write(Data(text.utf8))
            #expect(try String(contentsOfFile: place.path, encoding: .utf8) == text)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.html"])
    }

    @Test func everyPictureAppearsOnceInOrderAboveItsMessages() throws {
        let html = HTMLReport(result: sample([]), trace: threePictures).html
        let figures = html.components(separatedBy: "<figure>").dropFirst()
        #expect(figures.count == 3)
        for (index, figure) in figures.enumerated() {
            #expect(figure.contains("<a href=\"\(index + 1).png\">"))
            for other in 1...3 {
                #expect(figure.contains("offers type/\(other)") == (other == index + 1))
            }
        }
        #expect(try #require(figures.last).contains("After the last picture"))
    }

    @Test func theFilmHasEveryPictureInOrderWithItsTime() throws {
        let html = HTMLReport(result: sample([]), trace: threePictures).html
        let film = try #require(html.components(separatedBy: "<nav class=\"film\"").last)
            .components(separatedBy: "</nav>")[0]
        let places = try ["#picture-1", "0.020 s", "#picture-2", "0.040 s", "#picture-3", "0.060 s"].map {
            try #require(film.range(of: $0)).lowerBound
        }
        #expect(places == places.sorted())
    }

    @Test func textOfClientsNeverBecomesMarkup() {
        let evil = "<script>alert('x')</script>\"&"
        let trace = record([
            .step(TraceEvent.Step(index: 1, text: evil, line: 1)),
            .message(message(evil, evil, evil, [(evil, evil)])),
            .message(message("a", "xdg_toplevel", "set_title", [("title", evil)])),
            .engine(TraceEvent.Engine(flow: .event, name: evil, fields: [evil: evil], text: evil)),
            .expectation(TraceEvent.Expectation(text: evil, outcome: .failed(seen: evil), line: 1)),
            .output(TraceEvent.Output(client: evil, stream: .stderr, text: evil)),
            .client(TraceEvent.Client(client: evil, change: .started(pid: 1))),
            .note(TraceEvent.Note(text: evil)),
            .picture(TraceEvent.PictureFile(file: "javascript:\(evil)", name: evil, caption: evil)),
        ])
        let result = RunResult(
            scenario: evil, file: evil, trace: trace, realDuration: 0, versions: [evil: evil], problem: evil)
        let html = HTMLReport(result: result, trace: trace).html
        #expect(html.components(separatedBy: "<script").count == 2)  // The report's own.
        #expect(html.contains("sets the window title “&lt;script&gt;"))
        #expect(html.contains("href=\"javascript%3A%3Cscript%3E"))
        #expect(!html.contains("alert('x')"))
    }

    @Test func controlsOfTerminalsAndWritingDirectionAreReplaced() {
        let markup: Markup = "<p title=\"\("a\"\n")\">\("\u{1B}[31m\u{202E}gnp.exe\u{0}\u{FFFE}")</p>"
        #expect(markup.source == "<p title=\"a&quot;&#10;\">\u{FFFD}[31m\u{FFFD}gnp.exe\u{FFFD}\u{FFFD}</p>")
    }

    @Test func failureIsLinkedFromTheTopAndShowsTheActualState() throws {
        let run = SampleRun()
        let html = HTMLReport(result: run.result, trace: run.trace).html
        let parts = html.components(separatedBy: "<main")
        try #require(parts.count == 2)
        #expect(parts[0].contains("href=\"#failure-1\">note prints “Wayland is a protocol”</a>"))
        #expect(parts[0].contains("Seen instead</b> “Wayland is a protocol &lt;b&gt;"))
        #expect(parts[1].components(separatedBy: "id=\"failure-1\"").count == 2)
    }

    @Test func routineTrafficIsFolded() throws {
        let trace = record(
            [.step(TraceEvent.Step(index: 1, text: "go", line: nil))]
                + (0..<37).map { _ in .message(message("a", "wl_surface", "commit", [])) }
                + [.message(message("a", "wl_data_source", "offer", [("mime_type", "text/plain")]))])
        let passage = try #require(ReportOutline(trace).frames.first?.passages.first)
        #expect(passage.entries.count == 1)
        #expect(passage.background.count == 37)
        #expect(HTMLReport(result: sample(trace), trace: trace).html.contains("<summary>37 other messages</summary>"))
    }

    @Test func consecutiveMotionsBecomeOneLine() throws {
        let motion = TraceEvent.message(message("a", "wl_data_device", "motion", [("x", "4"), ("y", "5")], .event))
        let frame = TraceEvent.message(message("a", "wl_callback", "done", [], .event))
        let leave = TraceEvent.message(message("a", "wl_data_device", "leave", [], .event))
        let trace = record([motion, frame, motion, leave, motion])
        let entries = try #require(ReportOutline(trace).frames.first?.passages.first?.entries)
        #expect(
            entries == [
                .motions([trace[0], trace[2]]), .record(trace[3]), .motions([trace[4]]),
            ])
    }

    @Test func aStepContinuesBelowTheNextPicture() {
        let trace = record([
            .step(TraceEvent.Step(index: 1, text: "carry", line: 3)),
            .picture(TraceEvent.PictureFile(file: "1.png", name: "1", caption: "")),
            .note(TraceEvent.Note(text: "still carrying")),
            .picture(TraceEvent.PictureFile(file: "2.png", name: "2", caption: "")),
        ])
        let frames = ReportOutline(trace).frames
        #expect(frames.map { $0.passages.map(\.isContinued) } == [[false], [true]])
        #expect(frames.map { $0.picture?.number } == [1, 2])
    }

    @Test func aRunWithoutPicturesHasAReport() {
        let trace = record([.note(TraceEvent.Note(text: "nothing to see"))])
        let html = HTMLReport(result: sample(trace), trace: trace).html
        #expect(html.contains("nothing to see"))
        #expect(!html.contains("<figure>"))
        #expect(!html.contains("<nav"))
    }

    @Test(
        arguments: [
            (.request, "wl_data_source", "offer", [("mime_type", "text/plain")], "a offers text/plain"),
            (.request, "wl_data_offer", "accept", [("mime_type", "nil")], "a accepts nothing here"),
            (
                .request, "wl_data_offer", "set_actions", [("dnd_actions", "3"), ("preferred_action", "2")],
                "a can copy or move, and prefers move"
            ),
            (.event, "wl_data_offer", "action", [("dnd_action", "copy")], "a is sent the action: a drop would copy"),
            (
                .event, "wl_data_source", "action", [("dnd_action", "0")],
                "a is sent the action: a drop would do nothing"
            ),
            (.event, "wl_data_device", "enter", [("x", "1"), ("y", "2")], "The drag enters a at 1, 2"),
            (.request, "wl_surface", "commit", [], nil),
        ] as [(TraceEvent.Message.Direction, String, String, [(String, String)], String?)])
    func importantMessagesHaveDescriptions(
        _ direction: TraceEvent.Message.Direction, interface: String, name: String, arguments: [(String, String)],
        sentence: String?
    ) {
        #expect(MessageDescription(message("a", interface, name, arguments, direction)).sentence == sentence)
    }

    /// Leaves the sample's folder at the path in `DRAY_SAMPLE_REPORT`, for inspection.
    @Test func sampleRunLeavesAWholeFolder() throws {
        let wanted = ProcessInfo.processInfo.environment["DRAY_SAMPLE_REPORT"]
        let folder =
            wanted.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("dray-report-\(UUID())")
        defer { if wanted == nil { try? FileManager.default.removeItem(at: folder) } }
        let run = SampleRun()
        try run.write(to: folder)
        let reading = try TraceReader(contentsOf: folder.appendingPathComponent("trace.jsonl"))
        #expect(reading.records == run.trace)
        let html = try String(contentsOf: folder.appendingPathComponent("report.html"), encoding: .utf8)
        for name in run.pictures.keys {
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
            #expect(html.contains("<img src=\"\(name)\""))
        }
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("junit.xml").path))
    }

    // MARK: Values

    private var threePictures: [TraceRecord] {
        var events: [TraceEvent] = []
        for number in 1...3 {
            events.append(.message(message("a", "wl_data_source", "offer", [("mime_type", "type/\(number)")])))
            events.append(.picture(TraceEvent.PictureFile(file: "\(number).png", name: "\(number)", caption: "")))
        }
        return record(events + [.note(TraceEvent.Note(text: "the end"))])
    }

    private func sample(_ trace: [TraceRecord]) -> RunResult {
        RunResult(scenario: "sample", trace: trace, realDuration: 0)
    }

    /// Records ten milliseconds apart, from 10 ms.
    private func record(_ events: [TraceEvent]) -> [TraceRecord] {
        events.enumerated().map { TraceRecord(at: Instant(microseconds: UInt64($0 + 1) * 10_000), $1) }
    }

    private func message(
        _ client: String, _ interface: String, _ name: String, _ arguments: [(String, String)],
        _ direction: TraceEvent.Message.Direction = .request
    ) -> TraceEvent.Message {
        TraceEvent.Message(
            client: client, direction: direction, interface: interface, object: 3, name: name,
            arguments: arguments.map { TraceEvent.Message.Argument(name: $0.0, value: $0.1) })
    }
}
